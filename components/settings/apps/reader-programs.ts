import type { MessageKey } from '#lib/words/areas.ts'

/** A way in, and where it is below the address of the server. */
const doors = {
  greader: { path: '/api/greader.php', kind: 'FreshRSS', password: 'enterAppPassword' },
  /** Of programs that add the path by themselves. */
  root: { path: '', kind: 'FreshRSS', password: 'enterAppPassword' },
  miniflux: { path: '', kind: 'Miniflux', password: 'enterAppPassword' },
  token: { path: '', kind: 'Miniflux', password: 'enterToken' },
  fever: { path: '/fever/', kind: 'Fever', password: 'enterForFever' },
} as const satisfies Readonly<
  Record<string, { path: string; kind: string; password: MessageKey<'settings'> }>
>

/** The choices and values to enter in a reader program. */
export type ReaderProgram = {
  readonly name: string
  /** The program's name for this kind of account. */
  readonly kind: string
  readonly path: string
  readonly asksForUser: boolean
  /** The words for what to enter as password or token. */
  readonly password: MessageKey<'settings'>
  /** It runs on phones, which take an address by their camera. */
  readonly isOnPhone: boolean
}

function program(
  name: string,
  door: keyof typeof doors,
  { isOnPhone = false, kind }: { readonly isOnPhone?: boolean; readonly kind?: string } = {},
): ReaderProgram {
  const { kind: usual, ...rest } = doors[door]
  return { name, kind: kind ?? usual, ...rest, asksForUser: door !== 'token', isOnPhone }
}

const onPhone = { isOnPhone: true } as const
const googleReader = { kind: 'Google Reader API' } as const

/** The programs of docs/reader-apps.md that people set up by hand, by name. */
export const readerPrograms: readonly ReaderProgram[] = [
  program('Capy Reader', 'greader', onPhone),
  program('FeedMe', 'greader', onPhone),
  program('Fluent Reader', 'greader', googleReader),
  program('Liferea', 'greader', googleReader),
  program('Miniflutt', 'token', onPhone),
  program('NetNewsWire', 'greader', onPhone),
  program('newsboat', 'miniflux'),
  program('Read You', 'greader', onPhone),
  program('ReactFlux', 'token'),
  program('Readrops', 'root', onPhone),
  program('Reeder', 'greader', onPhone),
  program('RSS Guard', 'root'),
]

/** For programs that are not in the list, by what they speak. */
export const otherPrograms = {
  otherGreader: program('', 'greader', { ...googleReader, ...onPhone }),
  otherMiniflux: program('', 'miniflux', onPhone),
  otherFever: program('', 'fever', onPhone),
} as const satisfies Partial<Record<MessageKey<'settings'>, ReaderProgram>>
