import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { NewUser } from '#components/admin/people/new-user.tsx'
import { UserLimits } from '#components/admin/people/user-limits.tsx'
import { checkLooks } from '../../support/components/check-looks.ts'
import { draw } from '../../support/components/draw.tsx'
import { toast } from '../../support/components/reading-pages.tsx'
import { refusal, serve } from '../../support/components/stand-in-server.ts'
import type { AdminUserRow } from '#lib/api/server/admin.ts'

const berta: AdminUserRow = {
  id: 'berta',
  name: 'Berta',
  email: 'berta@example.org',
  role: 'subscriber',
  isLocked: false,
  createdAt: '2026-01-05T00:00:00.000Z',
  subscriptions: 3,
  maxSubscriptions: null,
  maxStoredMb: null,
}
const openLimits = () => page.getByRole('button', { name: 'Quota of Berta' }).click()

test('an account gets a quota of its own, and loses it by an empty field', async () => {
  const server = serve({ 'PATCH /admin/users/:id': undefined })
  draw(<UserLimits user={{ ...berta, maxStoredMb: 50 }} isSelf={false} />)
  await openLimits()
  await checkLooks('user-limits', 'wide')
  await page.getByLabelText('Feeds at most').fill('200')
  await page.getByLabelText(/at most, in MB/).fill('')
  await page.getByRole('button', { name: 'Save quota' }).click()
  await expect.element(toast('Quota of Berta saved')).toBeVisible()
  expect(server.changes()).toEqual([
    ['PATCH /admin/users/berta', { maxSubscriptions: 200, maxStoredMb: null }],
  ])
})

test('an account is deleted by a second press alone; closing the dialog takes the first one back', async () => {
  const server = serve({ 'DELETE /admin/users/:id': undefined })
  draw(<UserLimits user={berta} isSelf={false} />)
  await openLimits()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await openLimits()
  await page.getByRole('button', { name: 'Delete account' }).click()
  expect(server.changes()).toEqual([])
  await page.getByRole('button', { name: 'Delete Berta permanently' }).click()
  await expect.element(toast(/Berta/)).toBeVisible()
  expect(server.changes()).toEqual([['DELETE /admin/users/berta', undefined]])
})

test('nobody deletes the own account here', async () => {
  serve({})
  draw(<UserLimits user={berta} isSelf />)
  await openLimits()
  await expect.element(page.getByRole('button', { name: 'Save quota' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Delete account' })).not.toBeInTheDocument()
})

test('an account is made and its link handed over; an address that is taken is said', async () => {
  let isTaken = true
  const url = 'https://news.example.org/reset?token=abc'
  serve({
    'POST /admin/users': () => (isTaken ? refusal('conflict') : { email: 'new@example.org', url }),
  })
  draw(
    <main>
      <h1>Accounts</h1>
      <NewUser />
    </main>,
  )
  await page.getByLabelText('Name').fill('New')
  await page.getByLabelText('E-mail address').fill('new@example.org')
  const make = page.getByRole('button', { name: 'Create account' })
  await make.click()
  await expect.element(page.getByRole('alert')).not.toBeEmptyDOMElement()
  isTaken = false
  await make.click()
  await expect.element(page.getByRole('textbox', { name: 'Link for new@example.org' })).toHaveValue(url)
  await checkLooks('new-user', 'wide')
})
