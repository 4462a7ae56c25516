'use client'

import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { BlockTools } from './block-tools.tsx'
import { colourCode } from './colour-code.ts'
import { FootnotePreview } from './footnote-preview.tsx'
import { arrangePictures, pressedPicture } from './pictures.ts'
import { frameWideBlocks, type WideBlock } from './wide-blocks.ts'

const PictureViewer = lazyPart(async () => (await import('./picture-viewer.tsx')).PictureViewer)

type ArticlePartsProps = {
  /** The drawn text. */
  readonly article: HTMLElement
  /** The HTML that it was drawn from. */
  readonly html: string
}

/**
 * Makes a text pleasant beyond its HTML: tools of code and tables, colours of code, places of pictures, previews of
 * footnotes. It adds no letter to the text, because the marks of readers are found by their place in it.
 */
export function ArticleParts({ article, html }: ArticlePartsProps) {
  const t = useWords('text')
  const [blocks, setBlocks] = useState<readonly WideBlock[]>([])
  useLayoutEffect(() => {
    const leave = new AbortController()
    // Later texts are framed before the browser paints them. The first one may be there before this part has come.
    const framed = frameWideBlocks(article)
    queueMicrotask(() => {
      if (!leave.signal.aborted) setBlocks(framed)
    })
    arrangePictures(article, leave.signal, (shown) => t('openPicture', { shown: shown || t('picture') }))
    // Offline its languages may not come: the code stays plain.
    colourCode(article, leave.signal).catch(() => undefined)
    return () => leave.abort()
  }, [article, html, t])
  return (
    <>
      {blocks.map((wide, index) => (
        <BlockTools key={index} wide={wide} />
      ))}
      <FootnotePreview article={article} />
      <LargePictures article={article} />
    </>
  )
}

/** Opens the picture that is pressed. */
function LargePictures({ article }: { readonly article: HTMLElement }) {
  const [opened, setOpened] = useState<HTMLImageElement | null>(null)
  useEffect(() => {
    const leave = new AbortController()
    const { signal } = leave
    const open = (event: MouseEvent | KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      const picture = pressedPicture(event.target)
      if (picture === null) return
      event.preventDefault()
      setOpened(picture)
    }
    const press = (event: KeyboardEvent) => {
      // Links are pressed by the browser.
      const isPicture = event.target instanceof HTMLImageElement
      if (isPicture && (event.key === 'Enter' || event.key === ' ')) open(event)
    }
    article.addEventListener('click', open, { signal })
    article.addEventListener('keydown', press, { signal })
    return () => leave.abort()
  }, [article])
  if (opened === null) return null
  const pictures = [...article.querySelectorAll<HTMLImageElement>('img[data-large]')]
  return (
    <Suspense>
      <PictureViewer pictures={pictures} first={opened} onClose={() => setOpened(null)} />
    </Suspense>
  )
}
