import { cellsOf } from './claim-rows.ts'
import type { Claim } from './claims.ts'

/** Where and when the figures of a bench were measured. */
export type Run = {
  readonly commit: string
  /** 2026-11-29 */
  readonly day: string
  readonly processors: number
  readonly load: number
}

/** The figures of a bench in Markdown, and how they are measured again. */
export function figureLines(name: string, claims: readonly Claim[], run: Run): string[] {
  const rows = claims.map((claim) => cellsOf(name, claim).slice(1))
  const { commit, day, processors, load } = run
  return [
    `\`npm run bench -- table --write ${name}\`, ${day}, commit ${commit}, ${processors} processors, load ${load.toFixed(1)}:`,
    '',
    '| what | measured | bare | ratio | goal (! missed) | the bare one |',
    '| --- | ---: | ---: | ---: | ---: | --- |',
    ...rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
  ]
}

/** The page with the lines of a bench in place of those before: between its marks, or with its marks at the end of the page. */
export function withFigures(page: string, name: string, lines: readonly string[]): string {
  const [begin, end] = [`<!-- bench ${name}: written by the bench -->`, `<!-- bench ${name} ends -->`]
  const block = [begin, '', ...lines, '', end].join('\n')
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from === -1 || to < from) return `${page.trimEnd()}\n\n${block}\n`
  return `${page.slice(0, from)}${block}${page.slice(to + end.length)}`
}
