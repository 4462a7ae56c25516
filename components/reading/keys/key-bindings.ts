import type { ReadingOptions } from '#lib/api/lists/list-settings.ts'

/** The acts that keys can do while reading. */
export type KeyAct =
  | 'next'
  | 'previous'
  | 'nextClosed'
  | 'previousClosed'
  | 'showNew'
  | 'close'
  | 'openOrClose'
  | 'original'
  | 'toggleRead'
  | 'star'
  | 'later'
  | 'label'
  | 'share'
  | 'markAll'
  | 'markUpTo'
  | 'markAbove'
  | 'markBelow'
  | 'undo'
  | 'goAll'
  | 'goFresh'
  | 'goStarred'
  | 'goLater'
  | 'search'
  | 'reload'
  | 'help'

/** Keys by their name (KeyboardEvent.key), a sequence with a space between. */
export type Bindings = Readonly<Record<KeyAct, readonly string[]>>

const googleReader: Bindings = {
  next: ['j'],
  previous: ['k'],
  nextClosed: ['n'],
  previousClosed: ['p'],
  showNew: ['.'],
  close: ['Escape'],
  openOrClose: ['o', 'Enter'],
  original: ['v'],
  toggleRead: ['m'],
  star: ['s'],
  later: ['b'],
  label: ['l'],
  share: ['S'],
  markAll: ['A'],
  markUpTo: ['U'],
  markAbove: ['K'],
  markBelow: ['J'],
  undo: ['z'],
  goAll: ['g a'],
  goFresh: ['g f'],
  goStarred: ['g s'],
  goLater: ['g b'],
  search: ['/'],
  reload: ['r'],
  help: ['?'],
}

/** As these programs have them, where they have the act; elsewhere as Google Reader had. */
export const presets: Readonly<Record<ReadingOptions['keyPreset'], Bindings>> = {
  'google-reader': googleReader,
  miniflux: {
    ...googleReader,
    next: ['j', 'n', 'ArrowRight'],
    previous: ['k', 'p', 'ArrowLeft'],
    nextClosed: [],
    previousClosed: [],
    star: ['f'],
    later: ['s'],
    goAll: ['g u'],
    goFresh: ['g n'],
    goStarred: ['g b'],
    goLater: ['g s'],
    reload: ['R'],
  },
  freshrss: {
    ...googleReader,
    original: ['Space'],
    toggleRead: ['r'],
    star: ['f'],
    later: ['b'],
    share: ['s'],
    openOrClose: ['c', 'Enter'],
    search: ['a'],
    reload: ['m'],
    help: ['?', 'F1'],
  },
}

/** The keys of a subscriber: the preset, with what was changed by hand. */
export function bindingsOf({ keyPreset, keys }: ReadingOptions): Bindings {
  const changed = Object.entries(keys).filter(([act]) => act in googleReader)
  return { ...presets[keyPreset], ...Object.fromEntries(changed) }
}

/** The name of a pressed key. Letters are capital with Shift alone: with Caps Lock `j` would mark all below as read. */
export function keyNameOf({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): string {
  if (key === ' ') return 'Space'
  if (!/^\p{L}$/u.test(key)) return key
  return shiftKey ? key.toUpperCase() : key.toLowerCase()
}

/** As keyboards are labelled. */
export function saidKey(key: string): string {
  if (/^[A-Z]$/.test(key)) return `⇧ ${key}`
  const names: Readonly<Record<string, string>> = {
    Escape: 'Esc',
    ArrowLeft: '←',
    ArrowRight: '→',
    ArrowUp: '↑',
    ArrowDown: '↓',
  }
  return names[key] ?? key
}

/**
 * The other act that has a key, too, or one that begins with it, or that it begins with; null: none. Of two acts on one key the
 * first in the help has it.
 */
export function conflictOf(act: KeyAct, key: string, bindings: Bindings): KeyAct | null {
  for (const [other, keys] of Object.entries(bindings) as [KeyAct, readonly string[]][]) {
    if (other !== act && keys.some((each) => clashes(each, key))) return other
  }
  return null
}

function clashes(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `)
}
