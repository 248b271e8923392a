/** What few texts need: browsers load it when one does. */
export { clean, isUnclean } from './decoding/cleaning.ts'
export { mojibake } from './decoding/mojibake.ts'
export { showMarkdown } from './markdown/show-markdown.ts'
