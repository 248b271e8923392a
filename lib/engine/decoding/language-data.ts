/**
 * Common words of English, Spanish, French and Turkish, without accents. Most are short, because
 * any text has some of them.
 */
export const commonWords: ReadonlySet<string> = new Set(
  [
    'the of and to a in is it you that he was for on are as with his they at be this have from or',
    'had by but not what all were we when your can said there an each which she do how their if',
    'will up about out many then them these so some her would make him has look more go see me my',
    'no am us our who did get now good day hello world one two three time people great after meet',
    'over love follow insta dark angel king queen baby girl boy star moon life game real like',
    'de la que el en y los se del las un por con una su para es al lo como mas pero sus le ya este',
    'si porque esta entre cuando muy sin sobre ser tiene tambien hay donde quien desde todo nos te',
    'leet yes maria jose juan luis vida amor rey reina luz sol',
    'hola mundo mi tu yo hoy casa bueno gracias dia noche amigo quiero aqui estoy soy tengo gusta',
    'et les des est dans qui une sur pas plus par je avec tout ce il sont nous vous mais ou leur',
    'elle au ne cette bien sans bonjour merci monde oui non suis mon ton fait faire etre chat ami',
    've bir bu da ben sen biz siz icin ile cok ne var yok gibi daha kadar sonra ama her o ki mi',
    'merhaba dunya nasil iyi gunaydin evet hayir guzel seni beni bugun yarin tesekkur olarak degil',
  ].join(' ').split(' '),
)

/** How often each letter from a to z occurs in 1,000 letters of each language. */
export const letterRows = [
  '82 15 28 43 127 22 20 61 70 2 8 40 24 67 75 19 1 60 63 91 28 10 24 2 20 1',
  '125 14 47 59 137 7 10 7 63 4 1 50 32 70 87 25 9 69 80 46 39 9 1 2 9 5',
  '82 9 34 37 174 11 9 7 75 5 1 55 30 71 54 30 14 66 79 72 63 16 1 4 3 1',
  '119 28 21 47 89 5 25 12 137 1 47 59 38 75 33 9 1 67 48 33 52 10 1 1 33 15',
]
