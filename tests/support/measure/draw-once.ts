import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** The value of a hook where it is drawn once. */
export function drawOnce<T>(client: QueryClient, use: () => T): T {
  const drawn: T[] = []
  const Once = () => {
    drawn.push(use())
    return null
  }
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Once)))
  const [result] = drawn
  if (result === undefined) throw new Error('nothing was drawn')
  return result
}
