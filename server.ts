// This file looks at Node and imports the rest after that: what it imported by a statement would be
// loaded, and parsed, before its first line. It is parsed by every Node from 12.17 on.
const leastNode = '20.16'

// SIGHUP must not end the process, however early it comes.
process.on('SIGHUP', () => {})

const { node } = process.versions
if (node.localeCompare(leastNode, 'en', { numeric: true }) < 0) {
  const fault = `The text decoration service needs Node ${leastNode} or later, this is ${node}`
  process.stderr.write(`${fault}\n`)
  process.exit(78)
}

void import('./lib/process/main.ts').then(({ main }) => main(process))
