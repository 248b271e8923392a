import { startGenerator } from './live-generator.ts'
import { startList } from './live-list.ts'
import { loadStyles } from './styles.ts'

const isList = document.getElementById('styles') !== null
const styles = loadStyles()

// Where the styles of this page are not to be had any more, its form is still there.
styles
  .then(isList ? startList : startGenerator)
  .then(() => performance.mark('live'))
  .catch(() => {})
