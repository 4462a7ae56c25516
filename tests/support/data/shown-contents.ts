import type { BrowserContext, Page } from 'playwright-core'

/** A picture or an embed: every address that its element names, absolute, and the type that it says of itself. */
export type Shown = { readonly addresses: readonly string[]; readonly type: string }

/** The contents of one text that a browser shows. */
export type ShownContents = {
  readonly words: readonly string[]
  readonly pictures: readonly Shown[]
  readonly embeds: readonly Shown[]
  /** Links that may stand for an embed. */
  readonly links: readonly string[]
  /** Words of elements that hold no ordinary text, by the element's name: why cleaning may have left them out. */
  readonly places: Readonly<Record<string, string>>
  /** Pictures and frames that show a reader nothing, by reason. They are no losses. */
  readonly ignored: Readonly<Record<string, number>>
}

export type ShownText = { readonly html: string; readonly baseUrl: string }

/** Nothing is loaded and no script runs; pictures that are written out are drawn, which tells how large they are. */
const blankPage =
  '<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; img-src data:">'

/** A page for `showContents`, which reaches nothing outside of it. */
export async function openContentsPage(context: BrowserContext): Promise<Page> {
  await context.route(
    () => true,
    (route) => route.abort(),
  )
  const page = await context.newPage()
  await page.setContent(blankPage)
  return page
}

/**
 * The contents of each text that the browser shows: an independent count, which knows nothing of our reading and cleaning. Each text stands in
 * a shadow root, so that its styles reach no other.
 */
export function showContents(page: Page, texts: readonly ShownText[]): Promise<ShownContents[]> {
  return page.evaluate(countShown, texts)
}

/** Runs in the page: all that it needs stands inside. */
async function countShown(texts: readonly ShownText[]): Promise<ShownContents[]> {
  const unusual =
    'button,select,datalist,textarea,svg,math,object,iframe,video,audio,canvas,noscript,form,marquee,title,template'
  const players =
    'iframe,video,audio,object,embed,amp-youtube,amp-vimeo,amp-iframe,amp-video,amp-audio,lite-youtube,lite-vimeo,youtube-video,script[src*="gist.github.com"]'

  const absolute = (address: string | null | undefined, base: string) => {
    const trimmed = address?.trim() ?? ''
    return trimmed === '' || trimmed.startsWith('#') ? null : (URL.parse(trimmed, base)?.href ?? null)
  }
  /** Every address in the attributes of an element, those of a set of pictures included. */
  const addressesIn = (element: Element, base: string) =>
    [...element.attributes]
      .filter(({ name }) => !/^(alt|title|class|id|style|width|height|on.*|type|sizes)$/.test(name))
      .flatMap(({ name, value }) =>
        name === 'src'
          ? [value]
          : [value, ...value.split(/[\s,]+/)].filter((part) => /[./]/.test(part) && !/\s/.test(part)),
      )
      .map((address) => absolute(address, base))
      .filter((address) => address !== null)

  const isDot = (element: Element) => {
    const side = (name: 'width' | 'height') =>
      element.getAttribute(name) ??
      new RegExp(`(?:^|[;\\s])${name}:\\s*(\\d+)`).exec(element.getAttribute('style') ?? '')?.[1]
    return [side('width'), side('height')].every((length) => Number.parseFloat(length ?? 'unknown') <= 1)
  }

  type Found = { readonly addresses: string[]; readonly type: string }
  const join = (into: Found[], addresses: readonly string[], type = '') => {
    const known = into.find((one) => one.addresses.some((address) => addresses.includes(address)))
    if (known === undefined) into.push({ addresses: [...addresses], type })
    else known.addresses.push(...addresses)
  }

  const drawn = texts.map(({ html, baseUrl }) => {
    const host = document.createElement('div')
    document.body.append(host)
    const root = host.attachShadow({ mode: 'open' })
    const { documentElement } = new DOMParser().parseFromString(html, 'text/html')
    // A reader runs no script of the publisher: what stands in for one is shown.
    for (const noscript of documentElement.querySelectorAll('noscript')) {
      const shown = document.createElement('span')
      shown.dataset['fallback'] = ''
      shown.append(...noscript.childNodes)
      noscript.replaceWith(shown)
    }
    const shown = document.createElement('div')
    shown.style.setProperty('display', 'block', 'important') // of what is not drawn, innerText is all that it holds
    shown.append(documentElement)
    root.append(shown)
    return { host, shown, base: baseUrl }
  })
  await Promise.allSettled(
    drawn.flatMap(({ shown }) => [...shown.querySelectorAll('img')].map((img) => img.decode())),
  )

  const counted = drawn.map(({ shown, base }) => {
    const ignored: Record<string, number> = {}
    const ignore = (reason: string) => (ignored[reason] = (ignored[reason] ?? 0) + 1)
    const pictures: Found[] = []
    let before: Element | null = null
    for (const img of shown.querySelectorAll('img,amp-img')) {
      const twin: Element | null = img.parentElement?.dataset['fallback'] === undefined ? null : before
      before = img
      const sources = [...(img.closest('picture')?.querySelectorAll('source') ?? [])]
      const addresses = [img, ...sources].flatMap((element) => addressesIn(element, base))
      const drawnWidth = img instanceof HTMLImageElement ? img.naturalWidth : 0
      const isWritten = addresses.every((address) => address.startsWith('data:'))
      if (addresses.length === 0) ignore('picture without an address')
      else if (isDot(img)) ignore('picture of one dot')
      else if (isWritten && drawnWidth <= 2) ignore('placeholder')
      else if (img.closest('[style*="display:none" i],[style*="display: none" i],[hidden]') !== null)
        ignore('hidden picture')
      else if (twin === null) join(pictures, addresses)
      else join(pictures, [...addressesIn(twin, base), ...addresses])
    }
    const embeds: Found[] = []
    for (const player of shown.querySelectorAll(players)) {
      if (player.parentElement?.closest(players)) continue // one film, written for several browsers
      const inside = [...player.querySelectorAll('source,embed,object,iframe,video')]
      const named = [...player.querySelectorAll('param')]
        .filter(({ name }) => /^(movie|src|url)$/i.test(name))
        .map(({ value }) => absolute(value, base))
      const ids = [...player.attributes]
        .filter(({ name }) => /video-?id/.test(name))
        .map(({ value }) => value)
      const site = /youtube|vimeo/.exec(player.localName)?.[0]
      const addresses = [
        ...[player, ...inside].flatMap((element) => addressesIn(element, base)),
        ...named.filter((address) => address !== null),
        ...(site === undefined ? [] : ids.map((id) => `https://www.${site}.com/${id}`)),
      ].filter((address) => /^https?:/.test(address))
      if (addresses.length === 0) ignore('embed without an address')
      else if (isDot(player)) ignore('frame of one dot')
      else {
        const typed = [player, ...inside].map((element) => element.getAttribute('type') ?? '')
        join(embeds, addresses, typed.join(' '))
      }
    }
    const places: Record<string, string> = {}
    for (const element of shown.querySelectorAll(unusual))
      places[element.localName] = `${places[element.localName] ?? ''} ${element.textContent}`.toLowerCase()
    return {
      words: shown.innerText.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
      pictures,
      embeds,
      links: [...shown.querySelectorAll('a[href]')]
        .map((link) => absolute(link.getAttribute('href'), base))
        .filter((href) => href !== null),
      places,
      ignored,
    }
  })
  for (const { host } of drawn) host.remove()
  return counted
}
