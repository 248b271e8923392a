import { operationReaders } from '../engine/operations.ts'

/** The fields of steps, with the types of steps that have them. */
const stepFields = {
  characters: '`map`: the replacement of each character.',
  mappings: '`cycle`, `choose`: the mappings, used in turn or at random for each cluster.' +
    ' `harmonize`: the mapping for each list of vowels. `divide`: for the parts of a word.' +
    ' `beside`: for each copy of a line.',
  vowels: '`harmonize`: the vowels that decide which mapping is used.',
  generator: '`map-like`, `decode`: the slug of the generator whose table is used.',
  complete: 'Of mappings of other styles: whether ß, ø and others use what replaces them.',
  marks: '`marks`: the combining marks that each cluster gets.' +
    ' `crown`: the marks of the first letters of a word, one each.',
  spaces: '`marks`: whether blanks get them, too.',
  last: '`marks`: the marks of the last cluster.',
  pools: '`scatter`: random marks from each pool, as many as it says.',
  before: '`around`, `wrap`, `run`: the text before each cluster, the whole text, or a run.',
  after: '`around`, `wrap`: the text after it. `move`: the text after each word.',
  each: '`wrap`: `line` if the texts are around each line.',
  units: '`between`, `reverse`: `clusters`, `words` or `letters`.',
  where: '`between`: which neighbours get a text: `visible`, `mapped` or `all`.',
  texts: '`between`: the texts, used in turn. `numbers`: the words for numbers.',
  members: '`run`: `capitals` or `digits`.',
  joiners: '`run`: the characters that may be within a run.',
  many: '`run`: the sign before two or more members.',
  stop: '`run`: the text after a run, if one of the followers comes next.',
  text: '`fill`: what replaces each cluster. `insert`, `echo`, `join`: the text that is added.' +
    ' `beside`: the text between copies.',
  lines: '`reverse`: `all` lines, or every `second` one.',
  letters: '`insert`, `echo`, `move`, `remove`: which letters. `atop`: the marks of letters.' +
    ' `draw`: the lines of letters.',
  above: '`draw`: what combining marks above become.',
  below: '`draw`: what combining marks below become.',
  glides: 'As `letters`: letters that do not count before another one at the start of a word.',
  mute: 'As `letters`: texts whose middle letter does not count.',
  unmoved: '`move`: what follows a word of which nothing was moved.',
  front: '`move`: what each word with one of the letters begins with.',
  to: '`case`: the case.',
  as: '`encode`: the notation.',
  signs: '`decode`: signs, and how they are read.',
  decoders: '`restore`: the slugs of the decoders that it tries.',
  lookalikes: '`restore`: letters that look like others, and what they are read as.',
  codes: '`decode`: codes, and what they mean. `flags`: the codes of countries.',
  alphabets: '`decode`: what a to z in the decoded text may stand for, if that is likelier.',
  columns: '`break`: the longest line.',
  corners: '`box`: the corners.',
  horizontal: '`box`: the horizontal line.',
  vertical: '`box`: the vertical line.',
  bottom: '`box`: the line below, if it differs.',
  indent: '`stack`: what each line begins with, once more than the line before it.',
  shape: '`figure`: what each word becomes: a `square` or a `triangle`.',
  blank: '`figure`: the blank within a square.',
  steps: '`stack`: the number of lines after which the stairs turn.',
  first: '`numbers`: the number of the first text.',
}

/** The JSON Schema of the published steps. */
export const operations = {
  description:
    'The steps of the generator, in order. Their fields depend on the type: `/en/api` lists them.',
  // Relative to the address of the description.
  externalDocs: { url: 'en/api#get_generator' },
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    properties: {
      type: { type: 'string', enum: [...operationReaders.keys()] },
      ...Object.fromEntries(
        Object.entries(stepFields).map(([name, description]) => [name, { description }]),
      ),
    },
    required: ['type'],
    additionalProperties: true,
  },
} as const
