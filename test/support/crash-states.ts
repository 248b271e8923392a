import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Draw } from '../../lib/engine/draft.ts'

// What a disk may hold after a power cut: whatever was synced, and any part of the rest. A file's
// bytes are on the disk after fsync of the file, a name after fsync of its folder, and not before.

/** The arguments of strace that give `readRecording` all it needs. */
export const traceOptions: readonly string[] = [
  ...['-f', '-ttt', '-xx', '-s', '1000000', '-e'],
  // Not every processor has those with a question mark.
  'trace=openat,close,write,writev,pwrite64,pwritev,ftruncate,fsync,fdatasync,?rename,renameat,' +
    'renameat2,?link,linkat,?unlink,unlinkat,?mkdir,mkdirat,?rmdir',
]

/** One change of a file or a folder. Moments are lines of the trace. */
interface Change {
  readonly start: number
  readonly end: number
  /** From when on a power cut cannot undo it. */
  durable: number
}

interface DataChange extends Change {
  readonly at: number
  /** What was written there; `undefined` where the file was cut to that length. */
  readonly bytes: Buffer | undefined
}

interface NameChange extends Change {
  /** The node that each name has from then on, if any. All names change together. */
  readonly names: ReadonlyArray<readonly [name: string, node: Node | undefined]>
}

interface Node {
  readonly isFolder: boolean
  readonly data: DataChange[]
  readonly names: NameChange[]
}

export interface Recording {
  /** The lines where something in the folder changed, or became durable. */
  readonly moments: readonly number[]
  /** The lines where an answer 200 was sent. */
  readonly answers: readonly number[]
  /** Checkpoints: what was written, when its name may be seen and must be seen. */
  readonly checkpoints: ReadonlyArray<{ text: string; start: number; durable: number }>
  /** Returns the time of a line, in seconds. */
  timeAt(line: number): number
  /** Writes one state that the disk may be in if the power is cut at that line. */
  rebuild(line: number, folder: string, fate: Fate): void
}

/** The fate of changes that are not durable. */
export interface Fate {
  readonly name: string
  readonly data: (draw: Draw) => 'kept' | 'lost' | 'torn'
  readonly names: (draw: Draw) => 'kept' | 'lost'
  readonly draw: Draw
}

const sectorBytes = 512

/**
 * Reads what strace recorded of a process that uses `folder`. `before` is a copy of the folder from
 * the start.
 */
export function readRecording(
  trace: string,
  folder: string,
  before: string | undefined,
): Recording {
  const root = before === undefined ? newNode(true) : loadNode(before)
  const top = newNode(true)
  // The parent of the folder is not recorded, so the folder counts as durable once it exists.
  setNames(top, [[basename(folder), root]], -1, -1, -1)
  const open = new Map<number, { node: Node; position: number }>()
  const moments = new Set<number>()
  const answers: number[] = []
  const times: number[] = []
  const unfinished = new Map<string, { text: string; line: number }>()
  const named: Array<{ text: Buffer; change: NameChange }> = []

  interface Place {
    readonly parent: Node
    readonly name: string
    readonly node: Node | undefined
  }
  const find = (path: string): Place | undefined => {
    if (path !== folder && !path.startsWith(`${folder}/`)) return undefined
    const parts = path.slice(dirname(folder).length + 1).split('/')
    const name = parts.pop() ?? ''
    let parent = top
    for (const part of parts) parent = nodeNamed(parent, part) ?? parent
    return { parent, name, node: nodeNamed(parent, name) }
  }

  const perform = (call: string, line: number, end: number): void => {
    const parsed = /^(\w+)\((.*)\) += (-?\d+)/s.exec(call)
    if (parsed === null || Number(parsed[3]) < 0) return
    const [, name = '', rest = '', result] = parsed
    // Not every processor has the calls without a folder.
    const kind = name.replace(/at2?$/, '')
    const strings = [...rest.matchAll(/"((?:\\x[\da-f]{2})*)"/g)].map(([, hex = '']) =>
      Buffer.from(hex.replaceAll('\\x', ''), 'hex'),
    )
    const paths = strings.map((bytes) => find(bytes.toString()))
    const descriptor = Number(/^\d+/.exec(rest)?.[0] ?? NaN)
    const file = open.get(descriptor)
    const [first, second] = paths
    const change = (node: Node, at: number, bytes: Buffer | undefined): void => {
      node.data.push({ start: line, end, durable: Infinity, at, bytes })
      moments.add(line)
    }
    const rename = (parent: Node, names: NameChange['names']): NameChange => {
      moments.add(line)
      return setNames(parent, names, line, end, Infinity)
    }
    switch (kind) {
      case 'open': {
        open.delete(Number(result))
        if (first === undefined) return
        let { node } = first
        if (node === undefined) {
          node = newNode(false)
          rename(first.parent, [[first.name, node]])
        } else if (rest.includes('O_TRUNC')) {
          change(node, 0, undefined)
        }
        open.set(Number(result), { node, position: 0 })
        return
      }
      case 'close':
        open.delete(descriptor)
        return
      case 'write':
      case 'writev': {
        const bytes = Buffer.concat(strings).subarray(0, Number(result))
        if (file === undefined) {
          if (bytes.subarray(0, 12).toString('latin1') === 'HTTP/1.1 200') answers.push(line)
          return
        }
        change(file.node, file.position, bytes)
        file.position += bytes.length
        return
      }
      case 'pwrite64':
      case 'pwritev': {
        if (file === undefined) return
        const at = Number(/, (\d+)$/.exec(rest)?.[1])
        change(file.node, at, Buffer.concat(strings).subarray(0, Number(result)))
        return
      }
      case 'ftruncate':
        if (file !== undefined) change(file.node, Number(/, (\d+)$/.exec(rest)?.[1]), undefined)
        return
      case 'fsync':
      case 'fdatasync':
        if (file === undefined) return
        for (const each of [...file.node.data, ...file.node.names]) {
          if (each.end < line) each.durable = Math.min(each.durable, end)
        }
        moments.add(end)
        return
      case 'mkdir':
        if (first !== undefined) rename(first.parent, [[first.name, newNode(true)]])
        return
      case 'unlink':
      case 'rmdir':
        if (first !== undefined) rename(first.parent, [[first.name, undefined]])
        return
      case 'link':
        if (first === undefined || second === undefined) return
        rename(second.parent, [[second.name, first.node]])
        return
      case 'rename': {
        if (first === undefined || second === undefined) return
        if (first.parent !== second.parent) throw new Error(`across folders: ${call}`)
        const renamed = rename(second.parent, [
          [second.name, first.node],
          [first.name, undefined],
        ])
        if (second.name === 'checkpoint.json' && first.node !== undefined) {
          named.push({ text: contentOf(first.node.data), change: renamed })
        }
      }
    }
  }

  trace.split('\n').forEach((text, line) => {
    const [, thread = '', time, call = ''] = /^(\d+) +(\d+\.\d+) (.*)$/s.exec(text) ?? []
    times.push(time === undefined ? (times.at(-1) ?? 0) : Number(time))
    if (call.endsWith(' <unfinished ...>')) {
      unfinished.set(thread, { text: call.slice(0, -' <unfinished ...>'.length), line })
      return
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(call)
    if (resumed === null) return perform(call, line, line)
    const begun = unfinished.get(thread)
    if (begun !== undefined) perform(begun.text + resumed[1], begun.line, line)
  })

  return {
    moments: [...moments].toSorted((one, other) => one - other),
    answers,
    checkpoints: named.map(({ text, change: { start, durable } }) => {
      return { text: text.toString(), start, durable }
    }),
    timeAt: (line) => times[line] ?? NaN,
    rebuild(line, target, fate) {
      mkdirSync(target)
      writeNode(root, line, target, fate)
    },
  }
}

function newNode(isFolder: boolean): Node {
  return { isFolder, data: [], names: [] }
}

function loadNode(folder: string): Node {
  const node = newNode(true)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const child = entry.isDirectory() ? loadNode(path) : newNode(false)
    if (!child.isFolder) {
      child.data.push({ start: -1, end: -1, durable: -1, at: 0, bytes: readFileSync(path) })
    }
    setNames(node, [[entry.name, child]], -1, -1, -1)
  }
  return node
}

function setNames(
  parent: Node,
  names: NameChange['names'],
  start: number,
  end: number,
  durable: number,
): NameChange {
  const change = { names, start, end, durable }
  parent.names.push(change)
  return change
}

function nodeNamed(parent: Node, name: string): Node | undefined {
  return namesOf(parent.names).get(name)
}

function namesOf(changes: readonly NameChange[]): Map<string, Node> {
  const names = new Map<string, Node>()
  for (const [name, node] of changes.flatMap((change) => change.names)) {
    if (node === undefined) names.delete(name)
    else names.set(name, node)
  }
  return names
}

function writeNode(node: Node, line: number, folder: string, fate: Fate): void {
  const isSeen = (change: Change, kept: () => boolean): boolean =>
    change.start <= line && (change.durable <= line || kept())
  const isKept = (): boolean => fate.names(fate.draw) === 'kept'
  for (const [name, child] of namesOf(node.names.filter((each) => isSeen(each, isKept)))) {
    const path = join(folder, name)
    if (child.isFolder) {
      mkdirSync(path)
      writeNode(child, line, path, fate)
      continue
    }
    const data = child.data.flatMap((change): DataChange[] => {
      if (change.start > line) return []
      if (change.durable <= line) return [change]
      const outcome = fate.data(fate.draw)
      if (outcome === 'torn') return tear(change, fate.draw)
      return outcome === 'kept' ? [change] : []
    })
    writeFileSync(path, contentOf(data))
  }
}

/** Some of the sectors of a write; what is missing of it may be zeros, too. */
function tear(change: DataChange, draw: Draw): DataChange[] {
  const { bytes, at } = change
  if (bytes === undefined) return draw(2) === 0 ? [change] : []
  const parts: DataChange[] = []
  if (draw(2) === 0) parts.push({ ...change, bytes: Buffer.alloc(bytes.length) })
  for (let start = 0; start < bytes.length; start = nextSector(at + start) - at) {
    const end = nextSector(at + start) - at
    if (draw(2) === 0) parts.push({ ...change, at: at + start, bytes: bytes.subarray(start, end) })
  }
  return parts
}

function nextSector(at: number): number {
  return (Math.floor(at / sectorBytes) + 1) * sectorBytes
}

function contentOf(changes: readonly DataChange[]): Buffer {
  const endOf = ({ at, bytes }: DataChange): number => at + (bytes?.length ?? 0)
  const content = Buffer.alloc(changes.reduce((most, change) => Math.max(most, endOf(change)), 0))
  let length = 0
  for (const change of changes) {
    const { at, bytes } = change
    if (bytes === undefined) content.fill(0, at, Math.max(at, length))
    bytes?.copy(content, at)
    length = bytes === undefined ? at : Math.max(length, endOf(change))
  }
  return content.subarray(0, length)
}
