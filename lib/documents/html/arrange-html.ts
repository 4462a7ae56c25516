import { hash } from 'node:crypto'
import { MarkupParser } from './markup-parser.ts'
import { withoutTracking } from './clean-address.ts'
import { hiddenTags, mathTags, replacements, textTags } from './html-vocabulary.ts'
import { backgroundOf, isHiddenPicture, pictureOf } from './picture-source.ts'
import { isKnownPlayer, playerLink } from './player-link.ts'
import { frameAddress, playerAddress, writtenByScript } from './player-source.ts'
import { withoutShortCodes } from './short-codes.ts'
import { resolveWebAddress } from './web-address.ts'
import { htmlOfData } from './written-data.ts'

type Attributes = Record<string, string>

/**
 * Rewrites HTML of strangers so that the sanitiser, which only allows or drops, loses nothing of it: pictures that scripts
 * would load get their address, players and other frames become links, blocks that are not allowed become `div`, jumps
 * inside the text keep their targets. It makes nothing safe: its result has to be sanitised. One pass, linear in the size.
 */
export function arrangeHtml(html: string, baseUrl: string): string {
  let arranged = new Arranger(baseUrl).arrange(html)
  // Without what stood inside, a short code may be whole.
  for (let pass = 1; pass < mostPasses && withoutShortCodes(arranged) !== arranged; pass++)
    arranged = new Arranger(baseUrl).arrange(arranged)
  return arranged
}
const mostPasses = 4

const kept = new Set([...textTags, ...mathTags])
const aligned = new Set('td th tr p div h1 h2 h3 h4 h5 h6'.split(' '))
const holdsCode = new Set('pre code div'.split(' '))
const voidTags = new Set('br hr img wbr source col'.split(' '))

/** One element that is open: what ends it, and what it holds for the elements inside. */
type Frame = {
  readonly end: string
  readonly hides: boolean
  readonly keepsLines: boolean
  readonly leave?: () => void
}
/** A picture that was written last, to know its twin in a noscript. */
type Written = {
  readonly src: string
  readonly isLazy: boolean
  readonly isFallback: boolean
  /** It may be a small one that is shown until the real one has come. */
  readonly isPreview: boolean
  readonly at: number
}

/** A drawing that is open: its words, how many elements that say some are open, and its pictures. */
type Drawing = {
  words: string
  says: number
  hasText: boolean
  title: string
  readonly isLarge: boolean
  readonly pictures: string[]
}

type Formula = { readonly start: number; readonly end: number; readonly isMath: boolean }

/** A frame that is never closed holds the rest of the text; each further one reads that rest once more. */
const mostNestedFrames = 8

class Arranger {
  readonly #base: string
  readonly #page: string
  readonly #comparablePage: string
  readonly #out: string[] = []
  readonly #frames: Frame[] = []
  #hiding = 0
  #keeping = 0
  #inPre = 0
  /** Formulas so far that are MathML, and that are only there as TeX. */
  #maths = 0
  #texts = 0
  /** The formula that ended last, where it stands in the result. */
  #lastFormula: Formula | null = null
  #fallback = 0
  #nested: number
  #sources: Attributes[] | null = null
  #lastPicture: Written | null = null
  readonly #players = new Set<string>()
  /** The parts of the formula that is open which are for the eye alone, and the one of them that is open. */
  #formula: { hasMath: boolean; readonly doubles: [start: number, end: number][] } | null = null
  #double: { readonly depth: number; readonly start: number } | null = null
  #isInFrame = false
  #drawing: Drawing | null = null
  #frameText = ''
  #isImplied = false
  #elements = 0
  /** The amount of words, pictures and players so far. */
  #shown = 0
  #images = 0
  /** Jumps and their targets, written when all of both are known. */
  readonly #jumps: { readonly at: number; readonly to: string; readonly attributes: Attributes }[] = []
  readonly #targets = new Map<string, number>()

  constructor(baseUrl: string, nested = 0) {
    this.#base = baseUrl
    this.#page = withoutFragment(baseUrl)
    this.#comparablePage = comparablePage(baseUrl)
    this.#nested = nested
  }

  arrange(html: string): string {
    this.#read(withoutShortCodes(html))
    this.#writeJumps()
    return this.#out.join('')
  }

  #read(html: string): void {
    const parser = new MarkupParser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes),
        onclosetag: (_name, isImplied) => this.#close(isImplied),
        ontext: (text) => this.#text(text),
        oncomment: (data) => this.#comment(data),
      },
      { decodeEntities: true },
    )
    parser.end(html)
  }

  #text(text: string): void {
    if (this.#hiding > 0) {
      if (this.#isInFrame) this.#frameText += text
      if (this.#drawing !== null && this.#drawing.says > 0) this.#drawing.words += text
      return
    }
    if (text.trim() !== '') {
      this.#lastPicture = null
      this.#shown++
    }
    const escaped = escapeText(text)
    this.#out.push(this.#keeping > 0 && this.#inPre === 0 ? escaped.replace(/\r?\n/g, '<br />') : escaped)
  }

  /** To HTML, what XML marks as text is a comment. */
  #comment(data: string): void {
    if (!data.startsWith('[CDATA[') || this.#hiding > 0 || this.#nested >= mostNestedFrames) return
    this.#nested++
    this.#read(data.slice(7).replace(/\]\]$/, ''))
    this.#nested--
  }

  #open(written: string, attributes: Attributes): void {
    this.#elements++
    const name = nameOf(written)
    if (this.#hiding > 0) {
      if (this.#drawing === null) this.#push({ end: '', hides: true })
      else this.#openDrawn(name, attributes, this.#drawing)
      return
    }
    if (isPreheader(attributes) && (this.#shown === 0 || /mso-hide/i.test(attributes['style'] ?? ''))) {
      this.#push({ end: '', hides: true })
      return
    }
    const isDouble = this.#formula !== null && this.#double === null && attributes['aria-hidden'] === 'true'
    if (isDouble) this.#double = { depth: this.#frames.length, start: this.#out.length }
    if (name === 'noscript') this.#openFallback()
    else if (name === 'iframe') this.#openFrame(attributes)
    else if (name === 'object') this.#openObject(attributes)
    else if (name === 'embed') this.#single(this.#fileOf(attributes['src'], attributes['type']))
    else if (name === 'param') this.#openParameter(attributes)
    else if (name === 'input') this.#single(boxOf(attributes))
    else if (name === 'script') this.#openScript(attributes)
    else if (name === 'svg') this.#openDrawing(attributes)
    else if (hiddenTags.has(name)) this.#push({ end: '', hides: true })
    else if (name === 'picture') this.#openPicture(attributes)
    else if (name === 'source' && this.#sources !== null) {
      this.#sources.push(attributes)
      this.#single('')
    } else if (name === 'img' || name === 'amp-img' || name === 'amp-anim') this.#openImage(attributes)
    else if (name.includes('-')) this.#openCustom(name, attributes)
    else this.#openElement(name, attributes)
  }

  /** Drawings are dropped, for they may run scripts; their words and pictures stay. The title of one stands for it where nothing else is said. */
  #openDrawing(attributes: Attributes): void {
    const { width = '', viewBox = attributes['viewbox'] ?? '', role = '' } = attributes
    const units = Number.parseFloat(/^\s*\d/.test(width) ? width : (viewBox.trim().split(/[\s,]+/)[2] ?? '0'))
    const isSaid = role === 'img' && attributes['aria-hidden'] !== 'true' && units >= leastDrawing
    const drawing: Drawing = { words: '', says: 0, hasText: false, title: '', isLarge: isSaid, pictures: [] }
    this.#drawing = drawing
    const leave = () => {
      this.#drawing = null
      const words = drawing.hasText || !drawing.isLarge ? drawing.words : drawing.title
      const shown = words.replace(/\s+/g, ' ').trim()
      if (shown !== '' || drawing.pictures.length > 0) this.#shown++
      this.#out.push(drawing.pictures.join(''), shown === '' ? '' : ` ${escapeText(shown)} `)
    }
    this.#push({ end: '', hides: true, leave })
  }

  #openDrawn(name: string, attributes: Attributes, drawing: Drawing): void {
    if (name === 'img') {
      const src = attributes['href'] ?? attributes['xlink:href'] ?? attributes['src']
      const picture = src === undefined ? null : pictureOf({ src }, [], this.#base)
      const { width = '', height = '' } = attributes
      if (picture !== null) drawing.pictures.push(tagOf('img', { src: picture.src, width, height }))
    }
    const isTitle = name === 'title' && drawing.title === ''
    const isText = name === 'text' || name.toLowerCase() === 'foreignobject'
    if (!isTitle && !isText) {
      const isLine = name === 'tspan' || drawing.says > 0
      if (isLine) drawing.words += ' '
      const isCode = name === 'style' || name === 'script'
      const says = drawing.says
      if (isCode) drawing.says = 0
      this.#push({ end: '', hides: true, leave: () => (drawing.says = isCode ? says : drawing.says) })
      return
    }
    const before = drawing.words
    drawing.words += ' '
    drawing.says++
    drawing.hasText ||= isText
    const leave = () => {
      drawing.says--
      if (!isTitle) return
      drawing.title = drawing.words.slice(before.length)
      drawing.words = before
    }
    this.#push({ end: '', hides: true, leave })
  }

  #openElement(name: string, attributes: Attributes): void {
    const hosted = name === 'video' ? playerAddress(name, attributes, this.#base) : null
    if (hosted !== null) {
      this.#out.push(this.#playerOf(hosted, attributes['title']))
      this.#push({ end: '', hides: true })
      return
    }
    const isMedia = name === 'video' || name === 'audio' || name === 'source'
    if (isMedia) this.#shown++
    const changed = isMedia ? this.#withSource(attributes) : { ...attributes }
    const style = attributes['style'] ?? ''
    const alignment = aligned.has(name) ? alignmentOf(attributes) : null
    if (alignment === null) delete changed['align']
    else changed['align'] = alignment
    const language = holdsCode.has(name) ? codeLanguageOf(attributes) : null
    if (language === null) delete changed['data-language']
    else changed['data-language'] = language
    const video = isMedia ? null : playerAddress(name, attributes, this.#base)
    const film = video === null ? '' : this.#playerOf(video, attributes['title'])
    const isApart = stoodApart.has(name)
    const keepsLines = /white-space:\s?(pre|break-spaces)/i.test(style)
    const isFormula = formulaClass.test(attributes['class'] ?? '')
    const isOutermost = isFormula && this.#formula === null
    const maths = this.#maths
    const texts = this.#texts
    if (name === 'math') this.#maths++
    if (name === 'math' && this.#formula !== null) this.#formula.hasMath = true
    const target = attributes['id'] ?? (name === 'a' ? attributes['name'] : undefined)
    delete changed['id']
    let tag = kept.has(name) ? name : ''
    if (tag === '' && target !== undefined) tag = 'span'
    const at = this.#out.length
    this.#out.push(tag === '' ? '' : tagOf(tag, changed))
    this.#out.push(isApart ? ` ${film}` : film)
    if (tag !== '') this.#noteTarget(target, at)
    if (name === 'a' && tag !== '') this.#noteJump(changed, at)
    const start = this.#out.length
    const shown = this.#shown
    const images = this.#images
    const isEmbed = /(^|\s)wp-block-embed__wrapper(\s|$)/.test(attributes['class'] ?? '')
    if (name === 'pre') this.#inPre++
    if (isOutermost) this.#formula = { hasMath: false, doubles: [] }
    this.#push({
      end: `${tag === '' || voidTags.has(tag) ? '' : `</${tag}>`}${isApart ? ' ' : ''}`,
      keepsLines,
      leave: () => {
        if (name === 'pre') this.#inPre--
        if (isEmbed || name === 'p') this.#playWritten(start, isEmbed)
        if (this.#shown === shown) this.#writeData(attributes)
        if (this.#images === images)
          this.#showBackground(attributes, film === '' ? at + 1 : -1, this.#shown === shown)
        if (isOutermost) this.#endFormula()
        if (this.#texts > texts) this.#lastFormula = null
        else if (isFormula || name === 'math') this.#noteFormula(at, this.#maths > maths)
      },
    })
  }

  #push({ end, hides = false, keepsLines = false, leave }: Partial<Frame> & { end: string }): void {
    if (hides) this.#hiding++
    if (keepsLines) this.#keeping++
    this.#frames.push({ end, hides, keepsLines, ...(leave && { leave }) })
  }

  #single(html: string): void {
    this.#out.push(html)
    this.#push({ end: '' })
  }

  #close(isImplied: boolean): void {
    const frame = this.#frames.pop()
    if (frame === undefined) return
    if (frame.hides) this.#hiding--
    if (frame.keepsLines) this.#keeping--
    this.#isImplied = isImplied
    frame.leave?.()
    this.#out.push(frame.end)
    if (this.#double?.depth !== this.#frames.length) return
    this.#formula?.doubles.push([this.#double.start, this.#out.length])
    this.#double = null
  }

  /** Some write what stands in it as text, because browsers that run scripts read it so. */
  #openFallback(): void {
    const start = this.#out.length
    const elements = this.#elements
    const before = this.#lastPicture
    this.#fallback++
    const readWritten = () => {
      if (this.#nested >= mostNestedFrames || this.#elements > elements) return
      const inside = this.#out.slice(start).join('')
      if (!writtenOut.test(inside)) return
      this.#nested++
      this.#out.length = start
      this.#lastPicture = before
      this.#read(inside.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&'))
      this.#nested--
    }
    const leave = () => {
      readWritten()
      this.#fallback--
    }
    this.#push({ end: '', leave })
  }

  #openPicture(attributes: Attributes): void {
    const outer = this.#sources
    const inner = [] as Attributes[]
    const images = this.#images
    this.#sources = inner
    this.#out.push(tagOf('picture', attributes))
    const leave = () => {
      this.#sources = outer
      // Without an img no browser shows it, but it was one before somebody cleaned the text.
      const picture = this.#images === images ? pictureOf({}, inner, this.#base) : null
      if (picture !== null) this.#out.push(tagOf('img', { src: picture.src }))
    }
    this.#push({ end: '</picture>', leave })
  }

  #openImage(attributes: Attributes): void {
    this.#images++
    const picture = pictureOf(attributes, this.#sources ?? [], this.#base)
    const film = attributes['data-uuid'] === undefined ? null : playerAddress('img', attributes, this.#base)
    if (film !== null) {
      const image = picture === null ? '' : tagOf('img', { src: picture.src })
      this.#single(this.#playerOf(film, attributes['alt']).replace(/^ <a [^<>]*>/, (tag) => tag + image))
      return
    }
    const isHidden = /display:\s?none/i.test(attributes['style'] ?? '') && picture?.isLazy === false
    const isBlur = picture?.src.startsWith('data:') === true && blurs(attributes)
    if (picture === null || isHidden || isBlur || isHiddenPicture(attributes)) {
      this.#single('')
      return
    }
    const before = this.#lastPicture
    const isFallback = this.#fallback > 0
    if (before !== null && 'fallback' in attributes) {
      this.#single('')
      return
    }
    if (before?.isPreview === true && picture.isLazy && before.isFallback === isFallback)
      this.#out[before.at] = ''
    if (before !== null && before.isFallback !== isFallback) {
      const isSame = before.src === picture.src
      if (isSame || (isFallback ? before.isLazy : picture.isLazy)) {
        this.#single('')
        return
      }
    }
    this.#shown++
    const isPreview =
      /blur|lqip|placeholder|preview|thumb/i.test(attributes['class'] ?? '') && !picture.isLazy
    this.#lastPicture = { isFallback, isPreview, at: this.#out.length, ...picture }
    this.#noteTarget(attributes['id'], this.#out.length)
    const place: Attributes = standsInLine(attributes) ? { 'data-inline': '' } : {}
    this.#single(tagOf('img', { ...attributes, src: picture.src, ...sizeOf(attributes), ...place }))
  }

  #openFrame(attributes: Attributes): void {
    this.#frameText = ''
    this.#isInFrame = true
    const source = frameAddress(attributes)
    const { srcdoc = '' } = attributes
    const isShown = !isHiddenPicture(attributes) && !/display:\s?none/i.test(attributes['style'] ?? '')
    this.#push({
      end: '',
      hides: true,
      leave: () => {
        const inside = this.#frameText
        this.#isInFrame = false
        // Without an end tag, or with one of a later frame, the rest of the text stands inside.
        const isRest = this.#isImplied || /<iframe/i.test(inside)
        const title = attributes['title'] ?? (isRest ? undefined : wordsOf(inside))
        if (isShown) this.#out.push(this.#playerOf(source, title))
        // A frame whose page is written out has its words and pictures there.
        if (isShown && source === undefined) this.#out.push(this.#arrangeInside(srcdoc))
        if (isRest) this.#out.push(this.#arrangeInside(inside))
      },
    })
  }

  /** WordPress leaves the bare address where it could not ask for the player, in a paragraph or in the place of an embed. */
  #playWritten(start: number, isAny: boolean): void {
    if (this.#out.length - start > mostPieces) return
    const written = this.#out.slice(start).join('').replace(/&amp;/g, '&').trim()
    if (!/^https?:\/\/[^\s<>]+$/.test(written) || !(isAny || isKnownPlayer(written))) return
    this.#out.length = start
    this.#out.push(this.#playerOf(written))
  }

  /** An element that only a script fills: what its data says takes its place. */
  #writeData(attributes: Attributes): void {
    if (this.#nested >= mostNestedFrames) return
    const html = htmlOfData(attributes)
    if (html === '') return
    this.#nested++
    this.#read(html)
    this.#nested--
  }

  /** A picture that stands in the background of an element, where that is all there is, or where a script or a block of WordPress puts it. */
  #showBackground(attributes: Attributes, at: number, isEmpty: boolean): void {
    const address = at === -1 ? null : backgroundOf(attributes, this.#base, isEmpty)
    if (address === null || this.#out[at] !== '') return
    this.#shown++
    this.#images++
    this.#out[at] = tagOf('img', { src: address, alt: attributes['aria-label'] ?? '' })
  }

  #arrangeInside(html: string): string {
    if (this.#nested >= mostNestedFrames) return escapeText(html)
    return new Arranger(this.#base, this.#nested + 1).arrange(html)
  }

  #openObject(attributes: Attributes): void {
    const { data, type } = attributes
    const file = this.#fileOf(data, type)
    this.#out.push(file)
    // A picture that is shown hides what stands for it.
    this.#push({ end: '', hides: file.startsWith('<img') })
  }

  #openParameter({ name = '', value }: Attributes): void {
    const address = resolveWebAddress(value, this.#base)
    const isFilm = /^(movie|src|url)$/i.test(name) && address !== null && isKnownPlayer(address)
    this.#single(isFilm ? this.#playerOf(value) : '')
  }

  #openScript({ src, type = '' }: Attributes): void {
    if (/^\s*math\/tex/i.test(type)) {
      this.#openTex()
      return
    }
    const address = resolveWebAddress(src, this.#base)
    const written = address === null ? null : writtenByScript(address)
    if (written !== null) this.#out.push(this.#playerOf(written))
    this.#push({ end: '', hides: true })
  }

  /**
   * A formula that only a script would draw: its source says more than a gap. Right behind the same formula as MathML it would say that
   * twice. What MathJax shows until then, or drew without MathML, gives way to it.
   */
  #openTex(): void {
    const before = this.#formulaBefore(this.#out.length)
    this.#lastFormula = null
    if (before?.isMath === true) {
      this.#push({ end: '', hides: true })
      return
    }
    if (before !== null) this.#out.fill('', before.start, before.end)
    this.#texts++
    this.#out.push('<code>')
    this.#push({ end: '</code>' })
  }

  /** The last formula if nothing to be seen stands between it and that place. */
  #formulaBefore(at: number): Formula | null {
    const last = this.#lastFormula
    for (let between = last?.end ?? at; between < at; between++)
      if (this.#out[between]?.trim() !== '') return null
    return last
  }

  #noteFormula(start: number, isMath: boolean): void {
    const before = isMath ? null : this.#formulaBefore(start)
    // A preview and a drawing are one formula.
    const isSame = before?.isMath === false && before.start < start
    this.#lastFormula = { start: isSame ? before.start : start, end: this.#out.length + 1, isMath }
  }

  #openCustom(name: string, attributes: Attributes): void {
    const video = playerAddress(name, attributes, this.#base)
    const title = attributes['title'] ?? attributes['playlabel'] ?? attributes['metadata-video-title']
    const source = attributes['src'] ?? attributes['data-src']
    const file = /^amp-(video|audio)$/.exec(name)?.[1]
    if (video !== null) this.#single(this.#playerOf(video, title))
    else if (file !== undefined) {
      this.#out.push(tagOf(file, attributes))
      this.#push({ end: `</${file}>` })
    } else if (name === 'amp-iframe') this.#single(this.#playerOf(source, title))
    else if (/im(age|g)|picture/.test(name) && source !== undefined)
      this.#openImage({ ...attributes, class: `${attributes['class'] ?? ''} lazy` })
    else if (/video|audio|player|embed|model/.test(name))
      this.#single(this.#fileOf(source, attributes['type']))
    else this.#openElement(name, attributes)
  }

  #withSource(attributes: Attributes): Attributes {
    const src = attributes['src'] || attributes['data-src']
    const named = { src: attributes['poster'] || attributes['data-poster'] || '' }
    // Ghost names a picture that shows nothing, and has the real one in the background.
    const behind = { src: /url\(\s?['"]?([^'")]+)/.exec(attributes['style'] ?? '')?.[1] ?? '' }
    const poster = (pictureOf(named, [], this.#base) ?? pictureOf(behind, [], this.#base))?.src ?? ''
    return { ...attributes, ...(src && { src }), poster }
  }

  /** A file that a page shows in a box of its own, by what its type or name says. */
  #fileOf(written: string | undefined, type = ''): string {
    const address = resolveWebAddress(written, this.#base)
    if (address === null) return ''
    if (isKnownPlayer(address)) return this.#playerOf(address)
    const { pathname } = new URL(address)
    if (/^image\/(?!svg)/.test(type) || /\.(jpe?g|png|gif|webp|avif)$/i.test(pathname))
      return tagOf('img', { src: address })
    if (/^audio\//.test(type) || /\.(mp3|m4a|ogg|opus|wav|flac)$/i.test(pathname))
      return `${tagOf('audio', { src: address })}</audio>`
    if (/^video\//.test(type) || /\.(mp4|webm|m4v|ogv)$/i.test(pathname))
      return `${tagOf('video', { src: address })}</video>`
    return this.#playerOf(address)
  }

  /** A link that leads to the film, sound or map of a frame, once for each. It loads nothing before it is pressed. */
  #playerOf(written: string | undefined, title?: string): string {
    const address = resolveWebAddress(written, this.#base)
    const link = address === null ? null : playerLink(address)
    if (link === null) return ''
    this.#shown++
    if (this.#players.has(link.href)) return ''
    this.#players.add(link.href)
    this.#lastPicture = null
    const name = (title ?? '').replace(/\s+/g, ' ').trim().slice(0, longestTitle)
    const words = name === '' || /^https?:/i.test(name) ? link.player : `${name} (${link.player})`
    return ` ${tagOf('a', { href: link.href, 'data-player': link.player })}${escapeText(words)}</a> `
  }

  /** Formulas are often written twice, as MathML and for the eye: where there is MathML, the other goes. */
  #endFormula(): void {
    const { hasMath = false, doubles = [] } = this.#formula ?? {}
    if (hasMath) for (const [start, end] of doubles) this.#out.fill('', start, end)
    this.#formula = null
  }

  #noteTarget(id: string | undefined, at: number): void {
    const name = plainId(id)
    if (name !== '' && !this.#targets.has(name)) this.#targets.set(name, at)
  }

  #noteJump(attributes: Attributes, at: number): void {
    const href = attributes['href']?.trim() ?? ''
    const mark = href.indexOf('#')
    if (mark === -1 || mark === href.length - 1) return
    if (mark > 0 && comparablePage(resolveWebAddress(href, this.#base) ?? '') !== this.#comparablePage) return
    this.#jumps.push({ at, to: plainId(decoded(href.slice(mark + 1))), attributes })
  }

  #writeJumps(): void {
    if (this.#jumps.length === 0) return
    const prefix = jumpPrefix(this.#page)
    const reached = new Set<string>()
    for (const { at, to, attributes } of this.#jumps) {
      // It may have gone with a formula that is written twice.
      if (!this.#targets.has(to) || this.#out[at] === '') continue
      reached.add(to)
      this.#out[at] = tagOf('a', { ...attributes, href: `#${prefix}${to}` })
    }
    for (const name of reached) {
      const at = this.#targets.get(name) ?? 0
      this.#out[at] = (this.#out[at] ?? '').replace(/^<[a-z\d]+/, (start) => `${start} id="${prefix}${name}"`)
    }
  }
}

/** An address is written in fewer; others are not put together for nothing. */
const mostPieces = 50

/** Smaller drawings are icons, in pixels or in their own units. */
const leastDrawing = 100

/** Whether an element is hidden as the first words of mails are, which are only for the list of mails: not shown, and in more ways than one. */
function isPreheader({ style = '' }: Attributes): boolean {
  if (!/display:\s?none/i.test(style)) return false
  return preheaderSigns.filter((sign) => sign.test(style)).length > 1
}
const preheaderSigns = [
  /mso-hide:\s?all/i,
  /(^|[;\s])font-size:\s?[01](px|pt)?\s*(;|!|$)/i,
  /max-height:\s?0/i,
  /max-width:\s?0/i,
  /opacity:\s?0\s*(;|!|$)/i,
  /(^|[;\s])line-height:\s?[01](px)?\s*(;|!|$)/i,
  /overflow:\s?hidden/i,
  /visibility:\s?hidden/i,
  /(^|[;\s])color:\s?(transparent|#fff(fff)?)/i,
]

/** Containers of KaTeX, MathJax and MediaWiki, which write a formula more than once. */
const formulaClass = /(^|\s)(katex|MathJax|mwe-math-element|mjx-)/i
const longestTitle = 200

const writtenOut = /^\s*&lt;(img|picture|figure|iframe|video|audio)\b/i
/** Elements that vanish but stand apart from the words beside them in a browser. */
const stoodApart = new Set('button meter progress output'.split(' '))

/** The name of an element that takes the place of this one, without the prefix of MathML. */
function nameOf(written: string): string {
  const local = written.slice(written.indexOf(':') + 1)
  const name = mathTags.includes(local) ? local : written
  return replacements.get(name) ?? name
}

/** The programming language that highlighters name in the class of code, of a block or around it; null: it is not named. */
function codeLanguageOf(attributes: Attributes): string | null {
  const { class: names = '', 'data-language': written = '', 'data-lang': short = written } = attributes
  const named =
    /(?:^|\s)(?:(?:language|lang|highlight-source|sourceCode)[-:\s]\s?|brush:\s?)([\w+#.-]+)/i.exec(
      names,
    )?.[1] ?? short
  return /^[\w+#.-]{1,20}$/.test(named) ? named.toLowerCase() : null
}

/** The alignment of cells and paragraphs, whether an attribute, a style or the usual names of classes say so. */
function alignmentOf(attributes: Attributes): string | null {
  const { align = '', style = '', class: names = '' } = attributes
  const said =
    /(?:^|[;\s])text-align:\s?(left|right|center|justify|start|end)/i.exec(style)?.[1] ??
    /^\s*(left|right|center|justify)\s*$/i.exec(align)?.[1] ??
    /(?:^|[\s_-])(?:text|align|aligned?-text|text-align)-?(left|right|center)(?:\s|$)/i.exec(names)?.[1]
  const side = said?.toLowerCase().replace('start', 'left').replace('end', 'right')
  return side ?? null
}

/** The state of a checkbox as a sign that stays. */
function boxOf({ type = '', ...attributes }: Attributes): string {
  if (type.trim().toLowerCase() !== 'checkbox') return ''
  // A box that only opens something, for pages without scripts.
  const { class: names = '', style = '' } = attributes
  if (/toggle/i.test(names) || 'hidden' in attributes || /display:\s?none/i.test(style)) return ''
  return 'checked' in attributes ? '☑ ' : '☐ '
}

/** A small blurred picture that is shown until the real one has come. */
function blurs(attributes: Attributes): boolean {
  return (
    attributes['aria-hidden'] === 'true' || /blur|lqip|placeholder|preview/i.test(attributes['class'] ?? '')
  )
}

/** A smiley or an icon, which is part of a sentence. */
function standsInLine({ class: names = '', width = '', height = '', ...others }: Attributes): boolean {
  if (/(^|[\s_-])(emoji|smiley|emoticon)/i.test(names) || 'data-inline' in others) return true
  return [width, height].every(
    (side) => /^\s*\d+(px)?\s*$/.test(side) && Number.parseInt(side, 10) <= largestIcon,
  )
}
const largestIcon = 32

/** Width and height where only the attributes of a script say both. */
function sizeOf(attributes: Attributes): Attributes {
  if (/^\s*\d/.test(attributes['width'] ?? '') && /^\s*\d/.test(attributes['height'] ?? '')) return {}
  const written = [
    ...sizeNames.map((name) => `${attributes[`data-${name}width`]}x${attributes[`data-${name}height`]}`),
    styledSize(attributes['style'] ?? ''),
    attributes['data-image-dimensions'],
    attributes['data-orig-size'],
  ]
  const [, width = '', height = ''] =
    written.map((size) => /^(\d{1,5})[x,](\d{1,5})$/.exec(size ?? '')).find((size) => size !== null) ?? []
  return width === '' ? {} : { width, height }
}
/** Editors write it into the style. */
function styledSize(style: string): string {
  return `${styledWidth.exec(style)?.[1]}x${styledHeight.exec(style)?.[1]}`
}
const styledWidth = /(?:^|[;\s])width:\s?(\d{2,4})(?:\.\d+)?px/i
const styledHeight = /(?:^|[;\s])height:\s?(\d{2,4})(?:\.\d+)?px/i

/** Of plugins, Tumblr, Blogger and Zhihu. */
const sizeNames = ['', 'orig-', 'original-', 'raw']

/** The name of a target as it is written in both places; a name that was made here before stays the same. */
function plainId(id = ''): string {
  const name = id.trim().slice(0, 200).replace(madePrefix, '')
  return name.replace(/[^\p{L}\p{N}_:.-]/gu, '_')
}
const madePrefix = /^t[0-9a-f]{6}-/

/** Texts of several postings may stand on one page, so that the targets of each begin with letters of its own. */
function jumpPrefix(page: string): string {
  return `t${hash('sha1', page).slice(0, 6)}-`
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment // a "%" that escapes nothing
  }
}

function withoutFragment(address: string): string {
  return address.split('#', 1)[0] ?? ''
}

/** A page as it is compared: links to it may have another scheme, no trackers, or no stroke at the end. */
function comparablePage(address: string): string {
  const page = withoutTracking(withoutFragment(address))
  return page.replace(/^https?:/, '').replace(/\/(?=$|\?)/, '')
}

/** The words of the text that a frame holds for browsers without frames. */
function wordsOf(html: string): string {
  let words = ''
  const parser = new MarkupParser({ ontext: (text) => (words += text) })
  parser.end(html)
  return words
}

function tagOf(name: string, attributes: Attributes): string {
  let tag = `<${name}`
  for (const attribute in attributes) {
    if (!/^[a-z][a-z:-]*$/.test(attribute) || unread.test(attribute)) continue
    tag += ` ${attribute}="${escapeText(attributes[attribute] ?? '').replace(/"/g, '&quot;')}"`
  }
  return `${tag}>`
}
const unread = /^(style|class|id|srcset|sizes|on|xmlns|data-(?!(player|inline|language)$))/

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
