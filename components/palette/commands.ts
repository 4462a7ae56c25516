import type { ReactNode } from 'react'

/** Groups in the order in which they stand. */
export const commandGroups = ['lastUsed', 'goTo', 'places', 'do', 'settings', 'admin', 'search'] as const
export type CommandGroup = (typeof commandGroups)[number]

/** Something the palette can do or go to. */
export type Command = {
  /** The same from visit to visit. */
  readonly id: string
  readonly group: CommandGroup
  readonly name: string
  /** Other words by which it is found. */
  readonly also?: string
  /** A part of another page: it comes with words only. */
  readonly isDeep?: boolean
  /** Its kind, beside the name: "Folder". */
  readonly kind?: string
  readonly keys?: readonly string[]
  readonly icon: ReactNode
  readonly run: () => void
}

const mostPlaces = 8
const mostUsed = 5

/**
 * The commands for what is typed, in the order in which they are shown. Without words: those used last, then all but
 * the places and the parts of pages. With words: those whose name or other words have all of them; names that begin so first, what is
 * only meant by them last.
 */
export function matchCommands(
  commands: readonly Command[],
  typed: string,
  usedIds: readonly string[],
): Command[] {
  const words = fold(typed).split(/\s+/u).filter(Boolean)
  if (words.length === 0) {
    const used = usedIds.flatMap((id) => commands.filter((command) => command.id === id)).slice(0, mostUsed)
    const rest = commands.filter(
      ({ group, id, isDeep }) =>
        group !== 'places' && isDeep !== true && !used.some((each) => each.id === id),
    )
    return [...used.map((command) => ({ ...command, group: 'lastUsed' as const })), ...inGroups(rest)]
  }
  const fitting = commands
    .filter(({ name, also = '' }) => words.every((word) => fold(`${name} ${also}`).includes(word)))
    .toSorted((one, other) => rankOf(one, words, usedIds) - rankOf(other, words, usedIds))
  const places = fitting.filter(({ group }) => group === 'places').slice(0, mostPlaces)
  return inGroups([...fitting.filter(({ group }) => group !== 'places'), ...places])
}

function inGroups(commands: readonly Command[]): Command[] {
  return commandGroups.flatMap((group) => commands.filter((command) => command.group === group))
}

function rankOf({ id, name }: Command, words: readonly string[], usedIds: readonly string[]): number {
  const used = usedIds.indexOf(id)
  const folded = fold(name)
  const isMeant = words.every((word) => folded.includes(word)) ? 100 : 200
  return (folded.startsWith(words[0] ?? '') ? 0 : isMeant) + (used === -1 ? mostUsed : used)
}

/** Without accents and capitals. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
