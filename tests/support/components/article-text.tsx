import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { ArticleHtml } from '#components/reading/text/article-html.tsx'
import { draw } from './draw.tsx'

export const articleWords =
  'The harbour authority agreed the new timetable late on Sunday, after a week under water. '

/** Draws a text, and waits until it has been arranged. */
export async function drawText(html: string, waitFor: string): Promise<HTMLElement> {
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

/** A text with a footnote. */
export const noted = `<p>${articleWords}The quay stood under water<sup><a href="#tabcdef-fn1">1</a></sup>, see <a href="#tabcdef-part">below</a>.</p>
  <h2 id="tabcdef-part">Below</h2><p>${articleWords}</p>
  <ol><li id="tabcdef-fn1">The gauge showed 2.4 m. <a href="#tabcdef-ref1">↩</a></li></ol>`

/** The preview of a footnote. */
export const note = () => page.getByRole('tooltip')

/** Draws a text in a place that scrolls, with a sign far below its beginning and a note longer than its preview. */
export async function drawLong(): Promise<HTMLElement> {
  draw(
    <main className="bg-paper">
      <h1>A text</h1>
      <div id="scroller" className="h-100 overflow-y-auto">
        <ArticleHtml
          html={`<p>${articleWords.repeat(40)}</p>${noted.replace('The gauge', 'WAMW '.repeat(80))}<p>${articleWords.repeat(90)}</p>`}
          language="en"
        />
      </div>
    </main>,
  )
  await expect.poll(() => document.querySelector('.article sup a')).not.toBeNull()
  return document.querySelector<HTMLElement>('#scroller') ?? document.body
}
