/** What is read in a language. */
interface LanguageData {
  /** The letters that are not among A to Z, small ones first: those of its locale. */
  readonly letters: string
  /** Common words without accents. Most are short, because any text has some of them. */
  readonly words: readonly string[]
  /** How often each letter from a to z occurs in 1,000 letters. */
  readonly frequencies: string
}

/** The languages whose texts are recognized, by the tag of their locale. */
export const languageData: Readonly<Record<string, LanguageData>> = {
  en: {
    letters: '',
    words: [
      'the of and to a in is it you that he was for on are as with his they at be this have from',
      'or had by but not what all were we when your can said there an each which she do how their',
      'if will up about out many then them these so some her would make him has look more go see',
      'me my no am us our who did get now good day hello world one two three time people great',
      'after meet over love follow insta dark angel king queen baby girl boy star moon life game',
      'real like leet yes',
    ],
    frequencies: '82 15 28 43 127 22 20 61 70 2 8 40 24 67 75 19 1 60 63 91 28 10 24 2 20 1',
  },
  es: {
    letters: 'áéíóúüñÁÉÍÓÚÜÑ',
    words: [
      'de la que el en y los se del las un por con una su para es al lo como mas pero sus le ya',
      'este si porque esta entre cuando muy sin sobre ser tiene tambien hay donde quien desde',
      'todo nos te maria jose juan luis vida amor rey reina luz sol hola mundo mi tu yo hoy casa',
      'bueno gracias dia noche amigo quiero aqui estoy soy tengo gusta',
    ],
    frequencies: '125 14 47 59 137 7 10 7 63 4 1 50 32 70 87 25 9 69 80 46 39 9 1 2 9 5',
  },
  fr: {
    letters: 'àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ',
    words: [
      'et les des est dans qui une sur pas plus par je avec tout ce il sont nous vous mais ou',
      'leur elle au ne cette bien sans bonjour merci monde oui non suis mon ton fait faire etre',
      'chat ami',
    ],
    frequencies: '82 9 34 37 174 11 9 7 75 5 1 55 30 71 54 30 14 66 79 72 63 16 1 4 3 1',
  },
  tr: {
    letters: 'çğıöşüÇĞİÖŞÜ',
    words: [
      've bir bu da ben sen biz siz icin ile cok ne var yok gibi daha kadar sonra ama her o ki mi',
      'merhaba dunya nasil iyi gunaydin evet hayir guzel seni beni bugun yarin tesekkur olarak',
      'degil',
    ],
    frequencies: '119 28 21 47 89 5 25 12 137 1 47 59 38 75 33 9 1 67 48 33 52 10 1 1 33 15',
  },
}

const all = Object.values(languageData)

/** Common words of all languages, without accents. */
export const commonWords: ReadonlySet<string> = new Set(
  all.flatMap(({ words }) => words.join(' ').split(' ')),
)

/** How often letters occur, by language. */
export const letterRows: readonly string[] = all.map(({ frequencies }) => frequencies)

/** Letters of the languages that are not among A to Z. */
export const accentedLetters: ReadonlySet<string> = new Set(
  all.flatMap(({ letters }) => [...letters]),
)
