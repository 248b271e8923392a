// Checks the version of Node before it imports anything: import statements would load, and parse,
// the rest before the first line. Every Node from 12.17 on can parse this file: no types here.
// Before this version, Node's parser accepts requests that RFC 9112 forbids (CVE-2025-23167).
const leastNode = '20.19.2'

// SIGHUP must never end the process, not even during the start.
process.on('SIGHUP', () => {})

const { node } = process.versions
if (node.localeCompare(leastNode, 'en', { numeric: true }) < 0) {
  const fault = `The text decoration service needs Node ${leastNode} or later, this is ${node}`
  process.stderr.write(`${fault}\n`)
  process.exit(78)
}

void import('./lib/process/main.ts').then(({ main }) => main(process))
