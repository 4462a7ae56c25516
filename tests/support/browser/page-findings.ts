import type { Result, RunOptions } from 'axe-core'

const wide = { width: 1440, height: 900 } as const
const narrow = { width: 390, height: 844 } as const
const [light, dark] = ['light', 'dark'] as const

const wideLight = { ...wide, theme: light, rules: null } as const
const narrowDark = { ...narrow, theme: dark, rules: null } as const

/** The looks of a page that are checked: each theme once, and each width once. */
const looksOf = {
  both: [wideLight, narrowDark],
  // A page that a test leads to each width by itself has one half of them at each.
  wideOfBoth: [wideLight],
  narrowOfBoth: [narrowDark],
  // At the same width only the colours differ.
  wide: [wideLight, { ...wide, theme: dark, rules: ['color-contrast'] }],
  narrow: [
    { ...narrow, theme: light, rules: null },
    { ...narrow, theme: dark, rules: ['color-contrast'] },
  ],
} as const

/** `rules`: only these; null: all. */
export function axeOptions(rules: readonly string[] | null): RunOptions {
  return {
    resultTypes: ['violations'],
    preload: false, // no rule of ours reads other sites' files
    ...(rules === null ? {} : { runOnly: [...rules] }),
  }
}

/** The region that axe looks at; `isForeign`: not into the text of a publisher. */
export function axeRegion(isForeign: boolean): { include: string[]; exclude: string[] } {
  return { include: ['html'], exclude: isForeign ? ['.article'] : [] }
}

export type AskedLooks = keyof typeof looksOf

type Theme = 'light' | 'dark'
/** A thing that can be looked at: a page of the application, or a component that is drawn alone. */
type Looked = {
  readonly show: (size: { readonly width: number; readonly height: number }, theme: Theme) => Promise<void>
  /** All of axe, or these rules. */
  readonly runAxe: (rules: readonly string[] | null) => Promise<readonly Result[]>
  /** The findings of `overflows` and `hiddenSideways` in it. */
  readonly measure: (look: string) => Promise<readonly string[]>
}

/** The faults of the looks of a page: findings of axe, and parts wider than the window. A line for each. */
export async function findingsOf(
  name: string,
  only: AskedLooks,
  { show, runAxe, measure }: Looked,
): Promise<string[]> {
  const findings: string[] = []
  for (const { width, height, theme, rules } of looksOf[only]) {
    const look = `${name}-${width}-${theme}`
    await show({ width, height }, theme)
    findings.push(...toFindings(await runAxe(rules), look), ...(await measure(look)))
  }
  return findings
}

/** A line for each finding. */
function toFindings(violations: readonly Result[], look: string): string[] {
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      // A menu hangs at the end of the document; while it is open it is all there is.
      .filter(({ target }) => id !== 'region' || !target.join(' ').includes('data-radix-popper'))
      .map((node) => `${look}: ${id} (${help}) at ${node.target.join(' ')}: ${node.html.slice(0, 160)}`),
  )
}

// These three run in the page, where nothing but themselves is there.

/** Waits until fonts are there and nothing moves. */
export async function settle(): Promise<void> {
  await document.fonts.ready
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  // One that goes round, or that nobody sees, never ends.
  const longest = new Promise((resolve) => setTimeout(resolve, 3_000))
  const ended = document.getAnimations().map((animation) => animation.finished)
  await Promise.race([Promise.allSettled(ended), longest])
}

/** The parts that are wider than they may be: the window itself, and the part of the page that scrolls. */
export function overflows(look: string): string[] {
  return [document.documentElement, document.querySelector('main')].flatMap((element) => {
    if (element === null || element.scrollWidth <= element.clientWidth) return []
    return [`${look}: ${element.tagName} is ${element.scrollWidth - element.clientWidth} px too wide`]
  })
}

/** Tables and charts are seen whole: none stands in a box that must be scrolled sideways. */
export function hiddenSideways(look: string): string[] {
  const drawn = document.querySelectorAll('main table, main [role=group]:has(svg[role=img])')
  return [...drawn].flatMap((element) => {
    const box = element.closest('.overflow-x-auto')
    if (box === null || element.closest('.article') !== null || box.scrollWidth <= box.clientWidth) return []
    const name = box.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)
    return [`${look}: ${box.scrollWidth - box.clientWidth} px of “${name}” are out of sight`]
  })
}
