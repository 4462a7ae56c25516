'use client'

import { useLayoutEffect, useState } from 'react'
import { BlockTools } from './block-tools.tsx'
import { colourCode } from './colour-code.ts'
import { frameWideBlocks, type WideBlock } from './wide-blocks.ts'

type ArticlePartsProps = {
  /** The drawn text. */
  readonly article: HTMLElement
  /** What it was drawn from. */
  readonly html: string
}

/**
 * What makes a text pleasant beyond its HTML: tools of code and tables, colours of code. It adds no letter to the text,
 * because the marks of readers are found by their place in it.
 */
export function ArticleParts({ article, html }: ArticlePartsProps) {
  const [blocks, setBlocks] = useState<readonly WideBlock[]>([])
  useLayoutEffect(() => {
    const leave = new AbortController()
    // Framed before the browser paints, so that nothing moves; the tools lie over the text and may come later.
    const framed = frameWideBlocks(article)
    queueMicrotask(() => {
      if (!leave.signal.aborted) setBlocks(framed)
    })
    void colourCode(article, leave.signal)
    return () => leave.abort()
  }, [article, html])
  return blocks.map((wide, index) => <BlockTools key={index} wide={wide} />)
}
