/** Words of a made-up language, most frequent first, with the places where Zipf's law draws them. */
export type SeedLanguage = {
  readonly code: string
  /** share of the sources */
  readonly share: number
  readonly words: readonly string[]
  /** blank between words, or none */
  readonly blank: string
}

type Recipe = {
  readonly code: string
  readonly share: number
  readonly small: string
  readonly known: string
  readonly syllables: string
  readonly endings: string
  readonly blank?: string
}

const recipes: readonly Recipe[] = [
  {
    ...{ code: 'en', share: 0.5, endings: ',s,ed,ing,er,ly,ness' },
    small:
      'the of and to in is that for with was are this have from it by as not be at which on an or we you',
    known: 'new year people time government market report research company world city water climate election',
    syllables: 'ba con der for gla har in ker lin mon nor pel quin ros str tur van wes yor thal bre cla',
  },
  {
    ...{ code: 'de', share: 0.2, endings: ',e,en,er,es,ung,ungen,lich' },
    small: 'der die und das ist nicht mit von auf für ein eine dem den auch sich als wird nach bei im zu',
    known:
      'Jahr Haus Häuser Regierung Wasser Wahl Stadt Menschen Fußball Straße Universität Ergebnis Zeitung',
    syllables: 'ach berg dorf erz feld grün holz krei lauf mühl nacht pfad rück schlü trag wald zwei stein',
  },
  {
    ...{ code: 'fr', share: 0.1, endings: ',s,e,es,er,ait,ement,tion' },
    small: 'le la les des est une dans pour que qui sur par avec plus pas ce sont du au cette aux de et',
    known: 'année été gouvernement ville économie élection recherche société journal théâtre français eau',
    syllables: 'bou cha dé élé fra gra jou lun mai né oir plu ré sou tré val vien ombre',
  },
  {
    ...{ code: 'es', share: 0.08, endings: ',s,o,a,ar,ado,ción,mente' },
    small: 'el la los las que una para con por se del es lo como más su al fue sus pero esta de en y',
    known: 'año gobierno ciudad agua mundo elección empresa niño mañana corazón país economía',
    syllables: 'bra car des ejo fie gua hue lla mon ñor par que rri sol tien ven zar',
  },
  {
    ...{ code: 'ru', share: 0.06, endings: ',а,ы,ов,ом,ная,ный,ить' },
    small: 'и в не на что с по как это для из он за от у так но о же',
    known: 'год город вода мир правительство новый человек выборы наука музей',
    syllables: 'бор вер гор дол зем кра лес мор нов пут рек сто тра хол чист ёл',
  },
  {
    ...{ code: 'ar', share: 0.03, endings: ',ة,ات,ون,ين,ي' },
    small: 'في من على إلى أن عن مع هذا التي الذي كان',
    known: 'سنة مدينة ماء عالم حكومة جديد كتاب انتخابات علم',
    syllables: 'كت در سل عل فر قم نج حب شر وط بن',
  },
  {
    ...{ code: 'ja', share: 0.03, endings: ',の,を,は,た', blank: '' },
    small: 'の に は を た が で て と し れ',
    known: '日本 東京 政府 選挙 大学 世界 新聞 経済 水 科学 天気',
    syllables: '山 川 田 人 口 木 火 土 金 石 花 空 海 雨 町 村 車 電',
  },
]

/** So many words has a language. */
const mostWords = 30_000
/** Few postings use few of them: words that no posting has only cost time, to draw and to index. */
const wordsPerPosting = 5

/** The languages of the texts of so many seeded postings, each with its words, drawn with `random`. */
export function makeLanguages(random: () => number, postings = Infinity): SeedLanguage[] {
  const vocabulary = Math.min(mostWords, Math.max(300, wordsPerPosting * postings))
  return recipes.map((recipe) => ({
    code: recipe.code,
    share: recipe.share,
    blank: recipe.blank ?? ' ',
    words: makeWords(recipe, vocabulary, random),
  }))
}

function makeWords(
  { small, known, syllables, endings }: Recipe,
  vocabulary: number,
  random: () => number,
): string[] {
  const words = new Set([...small.split(' '), ...known.split(' ')])
  const [parts, ends] = [syllables.split(' '), endings.split(',')]
  while (words.size < vocabulary) {
    const root = Array.from({ length: 2 + Math.floor(random() * 2.4) }, () => pick(parts, random)).join('')
    for (let count = 0; count < 3; count++) words.add(root + pick(ends, random))
  }
  return [...words].slice(0, vocabulary)
}

/** Index of a word by Zipf's law with exponent 1: the chance of the r-th is in proportion to 1 / r. */
function zipfIndex(size: number, random: () => number): number {
  return Math.min(size - 1, Math.floor(size ** random()) - 1)
}

/** A text of so many words, in sentences. */
export function makeText(language: SeedLanguage, count: number, random: () => number): string {
  const words: string[] = []
  for (let index = 0; index < count; index++) {
    const word = language.words[zipfIndex(language.words.length, random)] ?? ''
    words.push(index % 11 === 10 ? `${word}.` : word)
  }
  return words.join(language.blank)
}

/** One of some, all alike. */
export function pick<T>(from: readonly T[], random: () => number): T {
  const picked = from[Math.floor(random() * from.length)]
  if (picked === undefined) throw new RangeError('nothing to pick from')
  return picked
}
