import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { colourCode } from '#components/reading/article/colour-code.ts'
import { ArticleHtml } from '#components/reading/text/article-html.tsx'
import { checkLooks } from '../../support/components/check-looks.ts'
import { draw } from '../../support/components/draw.tsx'

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** Draws a text in a column as wide as the reading column, inside of a pane with more room. */
async function drawText(html: string): Promise<HTMLElement> {
  draw(
    <main id="text" className="bg-paper p-5">
      <div className="mx-auto max-w-[608px]">
        <h1>A text</h1>
        <ArticleHtml html={html} language="en" />
      </div>
    </main>,
  )
  await expect.poll(() => document.querySelector('.article [data-wide]')).not.toBeNull()
  return document.querySelector<HTMLElement>('.article') ?? document.body
}

const kinds = (article: HTMLElement, kind: string) =>
  [...article.querySelectorAll(`[data-code=${kind}]`)].map((each) => each.textContent)

const python = `import math\n\n# The height of the tide\ndef tide(hours):\n    return 2.4 * math.sin(hours / 12) if hours is not None else None\n\nprint("high water", tide(6))\n`
const script = `const tides = await fetch('/tides').then((answer) => answer.json())\n// the highest first\nfor (const { height } of tides.sort((a, b) => b.height - a.height)) console.log(\`\${height} m\`)\n`

test.each([
  ['named', `<pre data-language="python"><code>${escaped(python)}</code></pre>`, 'def', '"high water"'],
  [
    'named',
    `<pre data-language="python">${escaped(python).replaceAll('\n', '<br>')}</pre>`,
    'return',
    '"high water"',
  ],
  ['guessed', `<pre><code>${escaped(script)}</code></pre>`, 'const', "'/tides'"],
])('code of a %s language has colours, and each of its letters', async (_, html, keyword, string) => {
  const article = await drawText(`<p>See:</p>${html}`)
  const written = article.textContent
  await expect.poll(() => kinds(article, 'keyword')).toContain(keyword)
  expect(kinds(article, 'string')).toContain(string)
  expect(article.textContent).toBe(written)
  await checkLooks(`article-code-${keyword}`)
})

test('what is no code of a language stays as it was written', async () => {
  const article = await drawText(
    `<pre>High water at the quay:\n  Monday   six o'clock\n  Tuesday  seven</pre>
     <pre data-language="json">{"behind": true}</pre>`,
  )
  await expect.poll(() => kinds(article, 'attr')).toEqual(['"behind"'])
  expect(article.querySelector('pre:not([data-language]) [data-code]')).toBeNull()
})

test('code written against the highlighter is given up, and what comes behind it has colours', async () => {
  const hostile = [
    // Each ends in what has a colour as soon as all of it is read.
    ['java', `${'a'.repeat(5900)} return`],
    ['ini', `${'1_'.repeat(2900)}\n[tide]`],
  ] as const
  const article = await drawText(
    hostile.map(([name, text]) => `<pre data-language="${name}">${text}</pre>`).join('') +
      `<pre data-language="json">{"last": true}</pre>`,
  )
  await expect.poll(() => kinds(article, 'attr')).toEqual(['"last"'])
  expect(article.querySelectorAll('pre:has([data-code])').length).toBe(1)
})

test('markup inside of code never becomes elements of the page', async () => {
  const article = await drawText(
    `<pre data-language="xml">${escaped('<img src=x onerror="alert(1)"><b>bold</b><script>alert(2)</script>')}</pre>`,
  )
  await expect.poll(() => kinds(article, 'name')).toContain('img')
  expect(article.querySelector('img, script, b')).toBeNull()
})

test('a button copies the code, says so, and is reached by the keyboard', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => copied.mockRestore())
  await drawText('<pre>npm ci<br>npm start</pre>')
  await userEvent.keyboard('{Tab}')
  const copy = page.getByRole('button', { name: 'Copy code' })
  await expect.element(copy).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('region', { name: 'Messages' })).toHaveTextContent('Code copied')
  await expect.element(copy).toHaveFocus()
  expect(copied).toHaveBeenCalledWith('npm ci\nnpm start')
})

test('lines that are cut fade at the side where they go on', async () => {
  const article = await drawText(`<pre>${'wide '.repeat(60)}</pre>`)
  const frame = article.querySelector<HTMLElement>('[data-wide]')
  const fades = () => ['::before', '::after'].map((side) => getComputedStyle(frame as Element, side).opacity)
  await expect.poll(fades).toEqual(['0', '1'])
  article.querySelector('pre')?.scrollBy(40, 0)
  await expect.poll(fades).toEqual(['1', '1'])
  article.querySelector('pre')?.scrollBy(9999, 0)
  await expect.poll(fades).toEqual(['1', '0'])
  expect(article.querySelector('pre')?.tabIndex).toBe(0)
  await checkLooks('article-code-wide')
})

const row = `<tr>${'<td>Water level at the gauge of the town</td><td>7.7 / min</td>'.repeat(6)}</tr>`

test('a wide table keeps short cells on a line, scrolls, and takes the room of its pane when asked', async () => {
  const article = await drawText(`<p>Levels:</p><table><tbody>${row.repeat(3)}</tbody></table>`)
  const table = article.querySelector('table') as HTMLElement
  const short = article.querySelector('[data-short]') as HTMLElement
  expect(short.textContent).toBe('7.7 / min')
  expect(short.getClientRects().length).toBe(1)
  expect(getComputedStyle(short).whiteSpace).toBe('nowrap')
  expect(table.scrollWidth).toBeGreaterThan(table.clientWidth)
  const button = page.getByRole('button', { name: 'Widen the table' })
  await button.click()
  await expect.poll(() => table.clientWidth).toBeGreaterThan(700)
  const box = table.getBoundingClientRect()
  expect(box.left).toBeGreaterThanOrEqual(0)
  expect(box.right).toBeLessThanOrEqual(1440)
  expect(document.documentElement.scrollWidth).toBe(1440)
  await page.getByRole('button', { name: 'Fit the table to the text' }).click()
  await expect.poll(() => table.clientWidth).toBe(608)
  await checkLooks('article-table')
  await page.viewport(390, 844)
  await expect.element(button).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('the keyboard takes the room of a pane and gives it back, and its button keeps the focus', async () => {
  const article = await drawText(`<p>Levels:</p><table><tbody>${row.repeat(3)}</tbody></table>`)
  const table = article.querySelector('table') as HTMLElement
  const widenTable = page.getByRole('button', { name: 'Widen the table' })
  await expect.element(widenTable).toBeInTheDocument()
  ;(widenTable.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => table.clientWidth).toBeGreaterThan(700)
  await new Promise(requestAnimationFrame)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => table.clientWidth).toBe(608)
  await expect.element(widenTable).toHaveFocus()
})

test('a text of very many blocks gets tools for the first ones only', async () => {
  const article = await drawText('<pre>x</pre>'.repeat(260))
  expect(article.querySelectorAll('[data-tools]').length).toBe(200)
})

test('the time that a grammar needs to compile is not held against the code', async () => {
  const article = document.createElement('div')
  article.innerHTML = `<pre data-language="python">${escaped(python.repeat(4))}</pre>`
  let calls = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (calls++ === 0 ? 0 : 90))
  onTestFinished(() => clock.mockRestore())
  await colourCode(article, new AbortController().signal)
  expect(kinds(article, 'keyword')).toContain('def')
})

test('a longer cell of a wide table is not squeezed to its longest word', async () => {
  const figures = '<td>7.7 / min</td>'.repeat(9)
  const article = await drawText(`<table><tr><td>Harbour of the long name</td>${figures}</tr></table>`)
  const first = () => article.querySelector('td')?.getBoundingClientRect() ?? new DOMRect()
  await expect.poll(() => first().height).toBeLessThan(60)
})
