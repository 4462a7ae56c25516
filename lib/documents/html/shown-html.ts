import { attributePattern, attributeValue, unescaped } from './attribute-value.ts'
import { cleanAddress } from './clean-address.ts'
import { playerPicture } from './player-link.ts'
import { isTrackerImage } from './tracker-images.ts'

/** The change of a picture's address on its way to a reader; null: the picture is left out. */
export type ImageShower = (address: string) => string | null

/** Of one text, more than anybody looks at: each address is read and signed in the thread that serves all, and a text has room for 40,000. */
const mostPictures = 500
/** Those after them keep what follows readers: 100,000 links, for which a text has room, took a third of a second. */
const mostLinks = 10_000

/**
 * Stored HTML as it is given out: the first 500 pictures by `showImage`, without those that count readers, and the first 10,000 links without
 * trackers.
 * The cards of films get the pictures that their players have, where these come through this server and not from the player's host. It may only be what sanitiseHtml wrote: there a tag ends with the first ">", and values stand in double quotes.
 */
export function shownHtml(html: string, showImage: ImageShower): string {
  let pictures = 0
  let links = 0
  const first = (tag: string, name: string) =>
    (pictures += 1) > mostPictures ? null : shownTag(tag, name, showImage)
  const ownPicture = (tag: string) =>
    (pictures += 1) > mostPictures ? '' : cardPicture(attributeValue(tag, 'href') ?? '', showImage)
  return html
    .replace(/<img\b[^<>]*>/g, (tag) => first(tag, 'src') ?? '')
    .replace(/<a\b[^<>]* data-player="[^<>]*>(?!<img\b)/g, (tag) => tag + ownPicture(tag))
    .replace(/<video\b[^<>]*>/g, (tag) => first(tag, 'poster') ?? without(tag, 'poster'))
    .replace(/<a\b[^<>]*>/g, (tag) => ((links += 1) > mostLinks ? tag : withValue(tag, 'href', cleanAddress)))
}

/** The picture of a card that was stored with none; '' where the reader's browser would have to ask the player's host for it. */
function cardPicture(href: string, showImage: ImageShower): string {
  const address = playerPicture(href)
  const shown = address === null ? null : showImage(address)
  return shown === null || shown === address ? '' : `<img src="${escaped(shown)}" alt="" loading="lazy" />`
}

/** The address of a single picture as it is given out. */
export function shownImage(address: string | null, showImage: ImageShower): string | null {
  if (address === null || isTrackerImage(address)) return null
  // A picture that is written out is loaded from nowhere.
  return address.startsWith('data:') ? address : showImage(address)
}

/** Null: its picture is not shown. */
function shownTag(tag: string, name: string, showImage: ImageShower): string | null {
  let isShown = true
  const changed = withValue(tag, name, (address) => {
    const shown = shownImage(address, showImage)
    isShown = shown !== null
    return shown ?? ''
  })
  return isShown ? changed : null
}

function withValue(tag: string, name: string, change: (value: string) => string): string {
  return tag.replace(attributePattern(name), (_, before: string, value: string) => {
    return `${before} ${name}="${escaped(change(unescaped(value)))}"`
  })
}

function without(tag: string, name: string): string {
  return tag.replace(attributePattern(name), '$1')
}

function escaped(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
