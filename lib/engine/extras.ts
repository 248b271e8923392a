/** What ordinary texts do not need: browsers load it when another one is typed. */
export { clean, isUnclean } from './decoding/cleaning.ts'
export { mojibake } from './decoding/mojibake.ts'
export { createRestorer } from './decoding/plain/plain-words.ts'
export { showMarkdown } from './markdown/show-markdown.ts'
