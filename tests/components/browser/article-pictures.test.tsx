import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ArticleHtml } from '#components/reading/text/article-html.tsx'
import { checkLooks } from '../../support/components/check-looks.ts'
import { draw } from '../../support/components/draw.tsx'
import { openTouchWindow, tap } from '../../support/components/finger.ts'

/** A picture of that size, written out: nothing is loaded. */
function picture(width: number, height: number, alt: string): string {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (context !== null) {
    const sky = context.createLinearGradient(0, 0, 0, height)
    sky.addColorStop(0, '#8fb2d9')
    sky.addColorStop(1, '#f2d3a0')
    context.fillStyle = sky
    context.fillRect(0, 0, width, height)
  }
  return `<img src="${canvas.toDataURL()}" alt="${alt}" width="${width}" height="${height}">`
}

/** Draws a text, and waits until it has been arranged. */
async function drawText(html: string, waitFor: string): Promise<HTMLElement> {
  draw(
    <main id="text" className="bg-paper p-5">
      <div className="mx-auto max-w-[608px]">
        <h1>A text</h1>
        <ArticleHtml html={html} language="en" />
      </div>
    </main>,
  )
  await expect.poll(() => document.querySelector(`.article ${waitFor}`)).not.toBeNull()
  return document.querySelector<HTMLElement>('.article') ?? document.body
}

const words = 'The harbour authority agreed the new timetable late on Sunday, after a week under water. '
const box = (article: HTMLElement, name: string) =>
  article.querySelector(`img[alt="${name}"]`)?.getBoundingClientRect() ?? new DOMRect()

test('small pictures stand in or beside their text, neighbours in rows of two, with the same words', async () => {
  const html = `<p>${words}The flag ${picture(40, 24, 'flag')} is up.</p>
    <p>${picture(120, 120, 'chart')}${words.repeat(4)}</p>
    <p>${picture(640, 400, 'one')} <br> ${picture(640, 420, 'two')}${picture(640, 400, 'three')}</p>
    <p>${picture(120, 90, 'alone')}</p>`
  const article = await drawText(html, '[data-small=side]')
  const plain = document.createElement('div')
  plain.innerHTML = html
  expect(article.textContent).toBe(plain.textContent)
  expect(article.querySelector('[alt=flag]')?.matches('[data-small=line]')).toBe(true)
  const paragraph = article.querySelector('p')?.getBoundingClientRect() ?? new DOMRect()
  expect(box(article, 'flag').left).toBeGreaterThan(paragraph.left)
  const beside = article.querySelectorAll('p')[1]?.getBoundingClientRect() ?? new DOMRect()
  expect(beside.height).toBeLessThan(220)
  expect(box(article, 'two').top).toBe(box(article, 'one').top)
  expect(box(article, 'two').left - box(article, 'one').right).toBeCloseTo(12, 0)
  expect(box(article, 'three').width).toBe(608)
  expect(article.querySelector('[alt=alone]')?.matches('[data-small], [data-large]')).toBe(false)
  await checkLooks('article-pictures')
})

test('a picture that does not come is gone, and so is what held only it', async () => {
  const dead = (alt: string) => `<img src="data:image/png;base64,AAAA" alt="${alt}">`
  const article = await drawText(
    `<p>${words}</p><p id="held"><a href="https://a.example/">${dead('one')}</a></p>
     <figure>${dead('two')}<figcaption>The old quay</figcaption></figure><p>${words}${dead('three')}</p>`,
    'img[hidden]',
  )
  await expect.poll(() => article.querySelectorAll('img:not([hidden])').length).toBe(0)
  expect(article.querySelector<HTMLElement>('#held')?.checkVisibility()).toBe(false)
  await expect.element(page.getByText('The old quay')).toBeVisible()
  await checkLooks('article-dead-pictures')
})

test('pictures without a size are no wider in a row than they are', async () => {
  const sizeless = (width: number, alt: string) =>
    picture(width, 60, alt).replace(` width="${width}" height="60"`, '')
  const article = await drawText(
    `<p>${sizeless(90, 'one')}${sizeless(400, 'two')}</p><p>${words}</p>`,
    '[data-row]',
  )
  await expect.poll(() => box(article, 'one').width).toBe(90)
  // Half of the column, without its gap.
  await expect.poll(() => Math.round(box(article, 'two').width)).toBe(298)
})

test('pictures that failed without a network come back with it, and those that fail again go', async () => {
  const article = await drawText(
    `<p>${words}</p><p id="held"><img src="https://gone.example/quay.png" alt="quay"></p>
     <p><img src="data:image/png;base64,AAAA" alt="never"></p>`,
    'img[hidden]',
  )
  const image = (alt: string) => article.querySelector<HTMLImageElement>(`[alt=${alt}]`)
  await expect.poll(() => image('quay')?.hidden && image('never')?.hidden).toBe(true)
  const real = picture(300, 200, 'quay').split('"')[1] ?? ''
  image('quay')?.setAttribute('src', real) // what the address gives from now on
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => image('quay')?.checkVisibility() && image('quay')?.naturalWidth).toBe(300)
  expect(article.querySelector<HTMLElement>('#held')?.hidden).toBe(false)
  await expect.poll(() => image('never')?.hidden).toBe(true)
})

test('a picture that failed is tried once more after half a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const article = await drawText(
      `<p>${words}</p><p><img src="https://gone.example/quay.png" alt="quay"></p>`,
      'img[hidden]',
    )
    const image = article.querySelector<HTMLImageElement>('[alt=quay]')
    image?.setAttribute('src', picture(300, 200, 'quay').split('"')[1] ?? '')
    await expect.poll(() => image?.naturalWidth).toBe(300)
    expect(image?.hidden).toBe(true)
    vi.advanceTimersByTime(40_000)
    expect(image?.hidden).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

test('a picture opens large by mouse and keyboard, arrows go on, and the focus comes back', async () => {
  const article = await drawText(
    `<figure>${picture(640, 400, 'A ferry')}<figcaption>The ferry at first light</figcaption></figure>
     <p>${words}</p><p>${picture(640, 480, 'The quay')}</p>
     <p><a href="https://a.example/large.jpg">${picture(640, 300, 'The storm')}</a></p>
     <p><a href="https://a.example/page">${picture(640, 300, 'A page')}</a></p>`,
    '[data-large]',
  )
  await expect.poll(() => article.querySelectorAll('[data-large]').length).toBe(3)
  await userEvent.keyboard('{Tab}{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Picture 1 of 3' })
  await expect.element(dialog.getByText('The ferry at first light')).toBeVisible()
  await checkLooks('article-picture-open')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('dialog', { name: 'Picture 2 of 3' })).toBeVisible()
  await page.getByRole('button', { name: 'Next picture' }).click()
  await expect.element(page.getByRole('img', { name: 'The storm' })).toBeVisible()
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Enlarge: The quay' })).toHaveFocus()
  await page.getByRole('link', { name: 'The storm' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Picture 3 of 3' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByRole('link', { name: 'The storm' })).toHaveFocus()
})

test('pictures shine less in the dark theme only', async () => {
  const article = await drawText(`<p>${picture(640, 400, 'A ferry')}</p>`, '[data-large]')
  const filter = () => getComputedStyle(article.querySelector('img') as Element).filter
  document.documentElement.dataset['theme'] = 'light'
  expect(filter()).toBe('none')
  document.documentElement.dataset['theme'] = 'dark'
  expect(filter()).toBe('brightness(0.88)')
})

const noted = `<p>${words}The quay stood under water<sup><a href="#tabcdef-fn1">1</a></sup>, see <a href="#tabcdef-part">below</a>.</p>
  <h2 id="tabcdef-part">Below</h2><p>${words}</p>
  <ol><li id="tabcdef-fn1">The gauge showed 2.4 m. <a href="#tabcdef-ref1">↩</a></li></ol>`
const note = () => page.getByRole('tooltip')

test('a footnote shows its words where its sign is pointed at or focused, and hides again', async () => {
  await drawText(noted, 'sup a')
  const link = page.getByRole('link', { name: '1', exact: true })
  await expect
    .poll(async () => {
      await page.getByRole('heading', { name: 'A text' }).hover()
      await link.hover()
      return note().elements().length
    })
    .toBe(1)
  await expect.element(note()).toHaveTextContent('The gauge showed 2.4 m.')
  await expect.element(link).toHaveAccessibleDescription('The gauge showed 2.4 m.')
  await note().hover()
  await expect.element(note()).toBeVisible()
  await page.getByRole('heading', { name: 'A text' }).hover()
  await expect.element(note()).not.toBeInTheDocument()
  await userEvent.keyboard('{Tab}')
  await expect.element(note()).toBeVisible()
  await checkLooks('article-footnote', 'wide')
  await userEvent.keyboard('{Escape}')
  await expect.element(note()).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'below' }).hover()
  await expect.element(note()).not.toBeInTheDocument()
})

test('a tap on the sign of a footnote shows the note, a second one goes there', async () => {
  await openTouchWindow(390)
  await drawText(noted, 'sup a')
  const link = page.getByRole('link', { name: '1', exact: true })
  await expect
    .poll(async () => {
      if (note().elements().length === 0) await tap(link)
      return note().elements().length
    })
    .toBe(1)
  const { left, right } = note().element().getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(390)
  await tap(link)
  await expect.poll(() => location.hash).toBe('#tabcdef-fn1')
  await expect.element(note()).not.toBeInTheDocument()
})

test('a note keeps the arrows and powers inside of it, and loses those around it', async () => {
  const html = noted.replace('The gauge showed 2.4 m.', '^ ↑ Of 10^6 boats 3 sank: A ↑ B. ↩')
  await drawText(html, 'sup a')
  await expect
    .poll(async () => {
      await page.getByRole('heading', { name: 'A text' }).hover()
      await page.getByRole('link', { name: '1', exact: true }).hover()
      return note().elements()[0]?.textContent
    })
    .toBe('Of 10^6 boats 3 sank: A ↑ B.')
})

/** Draws a text in a place that scrolls, with a sign far below its beginning and a note longer than its preview. */
async function drawLong(): Promise<HTMLElement> {
  draw(
    <main className="bg-paper">
      <h1>A text</h1>
      <div id="scroller" className="h-100 overflow-y-auto">
        <ArticleHtml
          html={`<p>${words.repeat(40)}</p>${noted.replace('The gauge', 'WAMW '.repeat(80))}<p>${words.repeat(90)}</p>`}
          language="en"
        />
      </div>
    </main>,
  )
  await expect.poll(() => document.querySelector('.article sup a')).not.toBeNull()
  return document.querySelector<HTMLElement>('#scroller') ?? document.body
}

/** The distance of a note from its sign, in px. */
function gap(): number {
  const sign = page.getByRole('link', { name: '1', exact: true }).element().getBoundingClientRect()
  const box = note().element().getBoundingClientRect()
  return Math.round(Math.max(box.top - sign.bottom, sign.top - box.bottom))
}

test('the keyboard scrolls to a sign out of sight and its note stays at it; Escape closes the note alone', async () => {
  const scroller = await drawLong()
  const heard: boolean[] = []
  const hear = (event: KeyboardEvent) => heard.push(event.defaultPrevented)
  window.addEventListener('keydown', hear)
  onTestFinished(() => window.removeEventListener('keydown', hear))
  await expect
    .poll(async () => {
      ;(document.activeElement as HTMLElement).blur()
      scroller.scrollTo(0, 0)
      await page.getByRole('heading', { name: 'A text' }).click()
      for (let press = 0; press < 3 && document.activeElement?.textContent !== '1'; press += 1)
        await userEvent.keyboard('{Tab}')
      return note().elements().length
    })
    .toBe(1)
  await expect.poll(() => scroller.scrollTop).toBeGreaterThan(100)
  await expect.poll(gap).toBe(6)
  scroller.scrollBy(0, 30)
  await expect.poll(gap).toBe(6)
  heard.length = 0
  await userEvent.keyboard('{Escape}')
  await expect.element(note()).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(heard).toEqual([true, false])
})

test('a long note scrolls and is pressed without going away, and goes with its sign', async () => {
  await openTouchWindow(390)
  const scroller = await drawLong()
  const link = page.getByRole('link', { name: '1', exact: true })
  await expect
    .poll(async () => {
      if (note().elements().length === 0) await tap(link)
      return note().elements().length
    })
    .toBe(1)
  const box = note().element()
  expect(box.scrollHeight).toBeGreaterThan(box.clientHeight + 40)
  box.scrollTo(0, 40)
  await tap(note())
  await new Promise((resolve) => setTimeout(resolve, 300))
  await expect.element(note()).toBeVisible()
  expect(box.scrollTop).toBe(40)
  scroller.scrollTo(0, scroller.scrollHeight)
  await expect.element(note()).not.toBeInTheDocument()
})
