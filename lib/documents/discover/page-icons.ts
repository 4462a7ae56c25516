import { resolveWebAddress } from '#lib/documents/html/web-address.ts'

type Attributes = Readonly<Record<string, string | undefined>>

/** Icons are shown in up to 52 pixels, on fine screens in twice as many. */
const wantedSide = 96
/** Browsers take them for icons of 180 pixels, and others for small ones, where no size is said. */
const usualSides = { touch: 180, other: 32 } as const
const mostKept = 20
/** A page is asked for no more of its icons than these. */
const mostAsked = 3

/** Collects the icons that the <link> elements of a page name. */
export class PageIcons {
  readonly #sides = new Map<string, number>()

  note(attributes: Attributes, base: string): void {
    const relations = (attributes['rel'] ?? '').toLowerCase().split(/\s+/)
    const isTouch = relations.some((each) => each.startsWith('apple-touch-icon'))
    if ((!isTouch && !relations.includes('icon')) || this.#sides.size >= mostKept) return
    const address = resolveWebAddress(attributes['href'], base)
    if (address === null || isDrawing(attributes, address)) return
    const side = sideOf(attributes['sizes'] ?? '') ?? usualSides[isTouch ? 'touch' : 'other']
    this.#sides.set(address, Math.max(side, this.#sides.get(address) ?? 0))
  }

  /** The fittest first: the smallest of those that are large enough, then the largest of the others. */
  fittest(): string[] {
    const cost = (side: number) => (side >= wantedSide ? side : 1_000_000 - side)
    return [...this.#sides]
      .toSorted(([, one], [, other]) => cost(one) - cost(other))
      .slice(0, mostAsked)
      .map(([address]) => address)
  }
}

/** SVG is not handed out (lib/documents/images/image-type.ts). */
function isDrawing({ type = '' }: Attributes, address: string): boolean {
  return /svg/i.test(type) || /\.svg$/i.test(new URL(address).pathname)
}

/** "16x16 48x48": the largest. */
function sideOf(sizes: string): number | null {
  const sides = [...sizes.slice(0, 200).matchAll(/(\d{1,4})x\d/gi)].map(([, side]) => Number(side))
  return sides.length === 0 ? null : Math.max(...sides)
}
