import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openPhone } from '../../support/components/finger.ts'
import { openList } from '../../support/components/reading-pages.tsx'
import { oneSource, serveReading } from '../../support/components/reading-server.ts'

test('a phone offers no text beside the list', async () => {
  await openPhone()
  serveReading(oneSource('Tools', 5))
  await openList()
  await page.getByRole('button', { name: 'Layout' }).last().click()
  await expect.element(page.getByRole('menuitemradio', { name: 'List only' })).toBeChecked()
  await expect.element(page.getByRole('menuitemradio', { name: 'List and text' })).not.toBeInTheDocument()
})
