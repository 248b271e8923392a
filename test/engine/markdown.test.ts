import { describeFields } from '../support/operation-tests.ts'
import { describeOperations } from '../support/operations.ts'
import { noTexts, takesText } from '../support/faults.ts'

const letters = ['𝗮𝗯𝗰𝗱𝗲', '𝘢𝘣𝘤𝘥𝘦', '𝙖𝙗𝙘𝙙𝙚', '𝚊𝚋𝚌𝚍𝚎']
const mappings = letters.map((some) => ({ characters: { 'a-e': some } }))

describeFields({ type: 'markdown', struck: '\u0336', bullet: '•', mappings }, [
  ['struck', ['a', 'a\u0336'], 'must be combining marks and nothing else'],
  ['bullet', noTexts, takesText],
])

describeOperations('markdown', [{ type: 'markdown', struck: '\u0336', bullet: '•', mappings }], [
  ['shows headings as bold', '# abc\n## a *b* ##\ne', '𝗮𝗯𝗰\n𝗮 𝙗\ne'],
  ['shows items with bullets', '- abc\n  * *a*\n+ e', '• abc\n  • 𝘢\n• e'],
  ['leaves lines, tags and numbers', '---\n* * *\n#abc\n-5 a\n1. a', '---\n* * *\n#abc\n-5 a\n1. a'],
  ['leaves code alone but for its letters', '`*a*` ``a`b`` ` ` *`a*`', '*𝚊* 𝚊`𝚋 ` ` *𝚊*'],
  ['strikes through what is between two pairs of tildes', '~~a b~~ ~a~ ~~~a~~~', 'a\u0336 \u0336b\u0336 ~a~ ~~~a~~~'],
  ['writes addresses after the text of links', '[a *b*](https://x.e/a_b "e") [https://x.e](https://x.e)', 'a 𝘣 (https://x.e/a_b) https://x.e'],
  ['styles no address', '**[a](b) a ~~[c](d)~~**', '𝗮 (b) 𝗮 𝗰\u0336 (d)'],
  ['leaves products', '2*3*4 2**3**4 3*a*5', '2*3*4 2**3**4 3*a*5'],
  ['reads two signs beside one digit', '**abc**2 3**abc**', '𝗮𝗯𝗰2 3𝗮𝗯𝗰'],
  ['has no link within a link', '[a [b](c) d](e)', '[a b (c) d](e)'],
  ['leaves names and addresses', 'a_b_c @_a_ #a_b_ https://x.e/_a_/*b*', 'a_b_c @_a_ #a_b_ https://x.e/_a_/*b*'],
  ['leaves faces', '^_^ a ^_^ >_< a >_< (*´ω`*) ¯\\_(ツ)_/¯ _', '^_^ a ^_^ >_< a >_< (*´ω`*) ¯\\_(ツ)_/¯ _'],
  ['leaves signs within two words, and around no letter', 'a**b c**d **!** a*b*c', 'a**b c**d **!** a𝘣c'],
  ['leaves signs after a backslash, which goes', '\\*a* \\`a\\` \\[a](b)\n\\# a\n\\- a', '*a* `a` [a](b)\n# a\n- a'],
  ['ends with a paragraph, and goes on in its lines', '*a\nb* *c\n\nd* *e\n- a*', '𝘢\n𝘣 *c\n\nd* *e\n• a*'],
  ['removes signs around other scripts and emoji', '**привет** *👍🏽*', 'привет 👍🏽'],
  ['keeps clusters whole', '**ae\u0301👩‍👩‍👧b** *\u0301a*', '𝗮𝗲\u0301👩‍👩‍👧𝗯 *\u0301a*'],
])
