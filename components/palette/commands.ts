import type { ReactNode } from 'react'

/** Groups in the order in which they stand. */
export const commandGroups = ['lastUsed', 'goTo', 'places', 'do', 'settings'] as const
export type CommandGroup = (typeof commandGroups)[number]

/** Something the palette can do or go to. */
export type Command = {
  /** The same from visit to visit. */
  readonly id: string
  readonly group: CommandGroup
  readonly name: string
  /** What it is, beside the name: "Folder". */
  readonly kind?: string
  readonly keys?: readonly string[]
  readonly icon: ReactNode
  readonly run: () => void
}

const mostPlaces = 8
const mostUsed = 5

/**
 * The commands for what is typed, in the order in which they are shown. Without words: those used last, then all but
 * the places. With words: those whose name has all of them, names that begin so first.
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
      ({ group, id }) => group !== 'places' && !used.some((each) => each.id === id),
    )
    return [...used.map((command) => ({ ...command, group: 'lastUsed' as const })), ...inGroups(rest)]
  }
  const fitting = commands
    .filter(({ name }) => words.every((word) => fold(name).includes(word)))
    .toSorted((one, other) => rankOf(one, words, usedIds) - rankOf(other, words, usedIds))
  const places = fitting.filter(({ group }) => group === 'places').slice(0, mostPlaces)
  return inGroups([...fitting.filter(({ group }) => group !== 'places'), ...places])
}

function inGroups(commands: readonly Command[]): Command[] {
  return commandGroups.flatMap((group) => commands.filter((command) => command.group === group))
}

function rankOf({ id, name }: Command, [first = '']: readonly string[], usedIds: readonly string[]): number {
  const used = usedIds.indexOf(id)
  return (fold(name).startsWith(first) ? 0 : 100) + (used === -1 ? mostUsed : used)
}

/** Without accents and capitals. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
