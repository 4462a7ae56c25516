/** Narrower pictures stand beside the text that they belong to; the rest have lines of their own. */
const smallPx = 200
const smallHeightPx = 240
/** A text of fewer letters has too little to stand beside a picture. */
const textBeside = 80
/** Smaller pictures show no more when they are opened. */
const leastLarge = 200 * 150

/** The server remembers for half a minute that a publisher was busy or silent. */
const againAfterMs = 35_000

/** Beside more siblings a picture stands among others: looking through thousands for each of thousands takes minutes. */
const mostSiblings = 50

const picture = 'img:not([data-inline], [data-player] *)'
const holders = new Set(['A', 'SPAN', 'PICTURE'])

/**
 * Puts the pictures of an article where they belong: small ones into their text, neighbours side by side, and dead ones
 * nowhere, unless a second try brings them. Large ones get the mark `data-large` and can be pressed. Ends with the signal.
 * @param nameOf what pressing a picture does, by what the picture shows
 */
export function arrangePictures(
  article: HTMLElement,
  signal: AbortSignal,
  nameOf: (shown: string) => string,
): void {
  for (const image of article.querySelectorAll<HTMLImageElement>(picture)) {
    if (image.closest('[data-row], td, th') === null) putInRow(unitOf(image))
  }
  const place = ({ target }: { readonly target: EventTarget | null }) => {
    if (target instanceof HTMLImageElement && target.matches(picture)) placeLoaded(target, nameOf)
  }
  article.addEventListener('load', place, { capture: true, signal })
  const gone = new Map<HTMLImageElement, readonly HTMLElement[]>()
  const tryAgain = (image: HTMLImageElement) => {
    for (const each of gone.get(image) ?? []) each.hidden = false
    if (gone.delete(image)) image.setAttribute('src', image.getAttribute('src') ?? '')
  }
  const triedAgain = new WeakSet<HTMLImageElement>()
  const lose = (target: EventTarget | null) => {
    if (!(target instanceof HTMLImageElement)) return
    gone.set(target, takeAway(target))
    if (triedAgain.has(target)) return
    triedAgain.add(target)
    // Its publisher may have been busy for the moment. The time counts from the failure, as it does at the server.
    const later = setTimeout(tryAgain, againAfterMs, target)
    signal.addEventListener('abort', () => clearTimeout(later))
  }
  article.addEventListener('error', ({ target }) => lose(target), { capture: true, signal })
  // A picture that failed without a network may be there with one: it goes again where it fails.
  window.addEventListener('online', () => [...gone.keys()].forEach(tryAgain), { signal })
  for (const image of article.querySelectorAll('img')) {
    if (image.complete && image.naturalWidth === 0 && image.src !== '') lose(image)
    else if (image.complete) place({ target: image })
  }
}

/** The large picture that a press on an element opens; null: the press means something else. */
export function pressedPicture(target: EventTarget | null): HTMLImageElement | null {
  if (!(target instanceof Element)) return null
  return (
    target.closest<HTMLImageElement>('img[data-large]') ??
    target.closest('a')?.querySelector('img[data-large]') ??
    null
  )
}

/** The words below a picture, or those by which its publisher describes it. */
export function captionOf(image: HTMLImageElement): string {
  return image.closest('figure')?.querySelector('figcaption')?.textContent.trim() || image.alt
}

/** The picture with what holds nothing else. */
function unitOf(image: HTMLElement): HTMLElement {
  let unit = image
  while (unit.parentElement && holders.has(unit.parentElement.tagName) && holdsOnly(unit.parentElement, unit))
    unit = unit.parentElement
  return unit
}

function holdsOnly(parent: Element, child: Element): boolean {
  if (parent.childNodes.length > mostSiblings) return false
  return [...parent.childNodes].every((each) => each === child || isGap(each))
}

function isGap(node: Node): boolean {
  return node instanceof Element ? node.tagName === 'BR' : node.textContent?.trim() === ''
}

/** Wraps pictures that follow each other into rows of two. */
function putInRow(first: HTMLElement): void {
  if (!isLargeUnit(first)) return
  let last: Node = first
  let count = 1
  for (let next = first.nextSibling; next !== null; next = next.nextSibling) {
    if (isGap(next)) continue
    if (!(next instanceof HTMLElement) || !isLargeUnit(next)) break
    last = next
    count += 1
  }
  if (count === 1) return
  const row = document.createElement('span')
  row.dataset['row'] = ''
  const between = document.createRange()
  between.setStartBefore(first)
  between.setEndAfter(last)
  row.append(between.extractContents())
  between.insertNode(row)
  for (const lineEnd of row.querySelectorAll(':scope > br')) lineEnd.remove()
}

function isLargeUnit(unit: Element): boolean {
  const image = unit instanceof HTMLImageElement ? unit : unit.querySelector<HTMLElement>(picture)
  if (!(image instanceof HTMLImageElement) || unitOf(image) !== unit) return false
  const width = Number(image.getAttribute('width') ?? smallPx)
  return image.matches(picture) && width >= smallPx
}

function placeLoaded(image: HTMLImageElement, nameOf: (shown: string) => string): void {
  const width = Number(image.getAttribute('width')) || image.naturalWidth
  const height = Number(image.getAttribute('height')) || image.naturalHeight
  if (width < smallPx && height < smallHeightPx) putBesideText(unitOf(image), image)
  if (image.naturalWidth * image.naturalHeight < leastLarge || image.dataset['small'] !== undefined) return
  const link = image.closest('a')
  if (link !== null && !/\.(?:jpe?g|png|webp|gif|avif)$/i.test(link.pathname)) return
  if (image.closest('summary, button') !== null) return
  image.dataset['large'] = ''
  if (link !== null) return
  image.tabIndex = 0
  image.setAttribute('role', 'button')
  image.setAttribute('aria-label', nameOf(image.alt))
  // An empty one says that there is nothing to press.
  if (image.alt === '') image.removeAttribute('alt')
}

/** In the middle of a line a picture stands in it; before a longer text it stands at its side. */
function putBesideText(unit: HTMLElement, image: HTMLImageElement): void {
  if (unit.closest('[data-row]') !== null || unit.parentElement === null) return
  const before = lineBeside(unit, 'previousSibling')
  const behind = lineBeside(unit, 'nextSibling')
  if (before.trim() !== '') image.dataset['small'] = 'line'
  else if (behind.trim().length >= textBeside) {
    image.dataset['small'] = 'side'
    unit.parentElement.dataset['holds'] = 'side'
  }
}

const inLine = new Set(
  'A ABBR B BDI CITE CODE DEL DFN EM I INS KBD MARK Q S SMALL SPAN STRONG SUB SUP TIME U VAR'.split(' '),
)

/** The words next to an element, up to the end of the line or block. */
function lineBeside(element: Element, side: 'previousSibling' | 'nextSibling'): string {
  let words = ''
  let left = mostSiblings
  for (let node = element[side]; node !== null && left > 0; node = node[side], left--) {
    if (node instanceof Element && !inLine.has(node.tagName)) break
    words += node.textContent ?? ''
  }
  return words
}

/** Takes away a picture that did not come, with what held nothing else; returns all that it hid. */
function takeAway(image: HTMLImageElement): readonly HTMLElement[] {
  image.hidden = true
  const hidden: HTMLElement[] = [image]
  let empty: HTMLElement = image
  for (let parent = empty.parentElement; parent !== null; parent = parent.parentElement) {
    const isBlock = parent.matches('a, span, picture, figure, p')
    if (!isBlock || parent.matches('[data-player]') || !isEmpty(parent)) break
    parent.hidden = true
    hidden.push(parent)
    empty = parent
  }
  return hidden
}

function isEmpty(parent: HTMLElement): boolean {
  if (parent.childNodes.length > mostSiblings) return false
  if (parent.textContent.trim() !== '') return false
  return [...parent.querySelectorAll<HTMLElement>('img, video, audio, iframe, math')].every(
    ({ hidden }) => hidden,
  )
}
