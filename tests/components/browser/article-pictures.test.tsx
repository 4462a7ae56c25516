import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { arrangePictures } from '#components/reading/article/pictures.ts'
import { articleWords, drawText } from '../../support/components/article-text.tsx'
import { checkLooks } from '../../support/components/check-looks.ts'
import { growthOfNoSquare } from '../../support/measure/growth.ts'

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

const box = (article: HTMLElement, name: string) =>
  article.querySelector(`img[alt="${name}"]`)?.getBoundingClientRect() ?? new DOMRect()

test('a picture without words that can be opened is a button with a name, and says of itself nothing else', async () => {
  const article = await drawText(`<p>${articleWords}</p><p>${picture(640, 400, '')}</p>`, '[data-large]')
  const image = article.querySelector('[data-large]')
  expect(image?.getAttribute('role')).toBe('button')
  expect(image?.getAttribute('aria-label')).not.toBe('')
  expect(image?.hasAttribute('alt')).toBe(false)
})

test('small pictures stand in or beside their text, neighbours in rows of two, with the same words', async () => {
  const html = `<p>${articleWords}The flag ${picture(40, 24, 'flag')} is up.</p>
    <p>${picture(120, 120, 'chart')}${articleWords.repeat(4)}</p>
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
    `<p>${articleWords}</p><p id="held"><a href="https://a.example/">${dead('one')}</a></p>
     <figure>${dead('two')}<figcaption>The old quay</figcaption></figure><p>${articleWords}${dead('three')}</p>`,
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
    `<p>${sizeless(90, 'one')}${sizeless(400, 'two')}</p><p>${articleWords}</p>`,
    '[data-row]',
  )
  await expect.poll(() => box(article, 'one').width).toBe(90)
  // Half of the column, without its gap.
  await expect.poll(() => Math.round(box(article, 'two').width)).toBe(298)
})

test('pictures that failed without a network come back with it, and those that fail again go', async () => {
  const article = await drawText(
    `<p>${articleWords}</p><p id="held"><img src="https://gone.example/quay.png" alt="quay"></p>
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
      `<p>${articleWords}</p><p><img src="https://gone.example/quay.png" alt="quay"></p>`,
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

test('the half minute counts from the failure, as it does at the server, however late that came', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const article = await drawText(`<p>${articleWords}</p><p>${picture(300, 200, 'quay')}</p>`, 'img')
    const image = article.querySelector<HTMLImageElement>('[alt=quay]')
    const real = image?.src ?? ''
    vi.advanceTimersByTime(20_000) // a publisher that says nothing is given up then
    image?.setAttribute('src', 'https://gone.example/quay.png')
    await expect.poll(() => image?.hidden).toBe(true)
    image?.setAttribute('src', real)
    await expect.poll(() => image?.naturalWidth).toBe(300)
    vi.advanceTimersByTime(30_000)
    expect(image?.hidden).toBe(true)
    vi.advanceTimersByTime(10_000)
    expect(image?.hidden).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

test('a picture opens large by mouse and keyboard, arrows go on, and the focus comes back', async () => {
  const article = await drawText(
    `<figure>${picture(640, 400, 'A ferry')}<figcaption>The ferry at first light</figcaption></figure>
     <p>${articleWords}</p><p>${picture(640, 480, 'The quay')}</p>
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

/** The shortest of three tries, in milliseconds, to arrange so many pictures of one line. */
function msToArrange(count: number): number {
  const tries = Array.from({ length: 3 }, () => {
    const article = document.createElement('div')
    article.innerHTML = `<span>${'<img alt="" width="300">'.repeat(count)}</span>`
    const startedAt = performance.now()
    arrangePictures(article, new AbortController().signal, () => '')
    return performance.now() - startedAt
  })
  return Math.min(...tries)
}

test('the work for many pictures in one line does not grow with the square of their number', () => {
  msToArrange(3_000) // compiles
  expect(msToArrange(12_000) / msToArrange(3_000)).toBeLessThan(growthOfNoSquare)
})
