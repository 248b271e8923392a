import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { setAsideForeign } from './durable-file.ts'
import { makeFolder } from './folder.ts'
import { restrictFile, statNoFollow } from './own-file.ts'

/** The files of a data folder; LMDB adds `-lock` to the name of an environment for its locks. */
export const files = {
  gate: 'gate.mdb',
  live: 'live.mdb',
  boot: 'live.boot',
  checkpoint: 'checkpoint.json',
} as const

/**
 * Makes the data folder with mode 0700 where there is none. In one that is there, sets aside what
 * must not be used, removes the drafts that killed processes have left, and takes from others what
 * they may do with the files of this user.
 */
export function prepareFolder(folder: string, log: Log): void {
  makeFolder(folder)
  for (const name of usedNames) setAsideForeign(join(folder, name), log)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (draftNames.test(name)) removeOldDraft(path)
    else if (ownNames.test(name)) restrictFile(path)
  }
}

const usedNames = [
  files.gate,
  `${files.gate}-lock`,
  files.live,
  `${files.live}-lock`,
  files.boot,
  files.checkpoint,
  // One of another boot is renamed to this, which no folder may hinder.
  `${files.live}.previous-boot`,
]

const ours = `(?:${Object.values(files).join('|').replaceAll('.', '\\.')})`

/** What the store makes, and what it sets aside: clients stand in that, too. */
const ownNames = new RegExp(`^${ours}(?:$|[-.])`)

/** Those of `draftOf`, and those of earlier versions: `live.boot.new`, `checkpoint.json.123`. */
const draftNames = new RegExp(`^${ours}\\.(?:new(?:-[\\w-]+)?|\\d+)$`)

const oldDraftMs = 60_000

/** The draft of a process that runs may be put in place in between. */
function removeOldDraft(path: string): void {
  const stats = statNoFollow(path)
  if (stats === undefined || Date.now() - stats.mtimeMs < oldDraftMs) return
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // Somebody else's, who may write to this folder.
    return
  }
}
