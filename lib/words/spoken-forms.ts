import compile from 'icu-minify/compile'

/**
 * A message as a person sees it, with “‹name›” where a value is put in. A message with plurals or choices has several forms, so
 * that each of its options stands in one of them; a form repeats the last option of a choice that has fewer.
 */
export function spokenForms(message: string): readonly string[] {
  const compiled: unknown = compile(message)
  const forms = Array.from({ length: mostOptions(compiled) }, (_, index) => say(compiled, index))
  return [...new Set(forms)]
}

/** The numbers by which icu-minify marks plurals, ordinals and choices (its types.d.ts). */
const choices: readonly unknown[] = [1, 2, 3]

function optionsOf(node: readonly unknown[]): readonly unknown[] | null {
  const [, type, options] = node
  return choices.includes(type) ? Object.values(options as Readonly<Record<string, unknown>>) : null
}

function mostOptions(node: unknown): number {
  if (!Array.isArray(node)) return 1
  const options = optionsOf(node)
  if (options !== null) return Math.max(options.length, ...options.map(mostOptions))
  return Math.max(1, ...node.map(mostOptions))
}

function say(node: unknown, index: number): string {
  if (node === 0) return '‹number›'
  if (typeof node === 'string') return node
  if (!Array.isArray(node)) return ''
  return node.map((part) => sayPart(part, index)).join('')
}

function sayPart(part: unknown, index: number): string {
  if (!Array.isArray(part)) return say(part, index)
  const options = optionsOf(part)
  if (options !== null) return say(options[Math.min(index, options.length - 1)], index)
  const [name, ...rest] = part as readonly unknown[]
  if (rest.length === 0 || typeof rest[0] === 'number') return `‹${String(name)}›`
  return say(rest, index)
}
