import { noObjects, noTexts, takesAnyText, takesText } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { describeOperations } from '../support/operations.ts'

describeFields({ type: 'run', members: 'digits', before: '#', stop: { followers: 'ab', text: ';' } }, [
  ['members', [undefined, 'letters'], 'takes one of capitals, digits'],
  ['before', noTexts, takesText],
  ['joiners', noTexts.slice(1), takesText],
  ['many', noTexts.slice(1), takesText],
  ['stop', noObjects, 'takes an object'],
  ['stop', [{ text: ';' }], `.followers ${takesText}`],
  ['stop', [{ followers: 'a' }], `.text ${takesAnyText}`],
  [
    'stop',
    [{ followers: 'a', text: ';', at: 1 }],
    'has an unknown field "at"; it takes followers, text',
  ],
])

const small = 'abcdefghijklmnopqrstuvwxyz'
const signs = [
  { type: 'map', characters: { 'A-Z': small, '0-9': 'jabcdefghi', '.,': '46', é: 'È', É: 'È' } },
  {
    type: 'run',
    members: 'digits',
    joiners: '.,',
    before: '#',
    stop: { followers: 'abcdefghijé', text: ';' },
  },
  {
    type: 'run',
    members: 'capitals',
    before: '^',
    many: '^^',
    stop: { followers: `${small}é`, text: '!' },
  },
]
describeOperations('run', signs, [
  ['has its sign once before a run', '12 3', '#ab #c'],
  ['goes on over joiners between members', '1.000,5', '#a4jjj6e'],
  ['ends at a joiner behind the run', '1.', '#a4'],
  ['ends at two joiners', '1..2', '#a44#b'],
  ['does not begin with a joiner', '.5', '4#e'],
  ['stops before a follower', '1a', '#a;a'],
  ['does not stop before others', '1k 1- 1', '#ak #a- #a'],
  ['stops behind joiners before a follower', '1.a 2,b', '#a4;a #b6;b'],
  ['has one sign for one capital', 'Ab', '^ab'],
  ['has another sign for more', 'ABC D', '^^abc ^d'],
  ['stops a run of capitals before a follower', 'ABc', '^^ab!c'],
  ['does not stop a single capital', 'Ac', '^ac'],
  ['stops before a composed follower', 'ABé', '^^ab!È'],
  ['stops before a decomposed follower', 'ABe\u0301', '^^ab!È'],
  ['takes an accented capital for one, composed or not', 'AÉ AE\u0301', '^^aÈ ^^aÈ'],
  ['leaves members that are not mapped', 'Я٣', 'Я٣'],
  ['mixes both kinds', 'A1b2C', '^a#a;b#b^c'],
])

const withoutStop = { type: 'run', members: 'capitals', before: '^', stop: { followers: small, text: '' } }
describeOperations('a run without a sign for its end', [signs[0] ?? {}, { ...withoutStop, many: '^^' }], [
  ['has a sign for each before a follower', 'ABc', '^a^bc'],
  ['has one sign elsewhere', 'AB C', '^^ab ^c'],
])
