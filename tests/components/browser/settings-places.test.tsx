import { usePathname } from 'next/navigation'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SettingsFrame } from '#components/settings/settings-frame.tsx'
import { SettingGroup, SettingRow } from '#components/ui/form/setting.tsx'
import { defaultReadingOptions } from '#lib/api/lists/list-defaults.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import { drawInFrame } from '../../support/components/reading-pages.tsx'
import { oneSource, serveReading } from '../../support/components/reading-server.ts'

/** As the pages of the groups are, with rows enough to be scrolled. */
function Pages() {
  const path = usePathname()
  if (!path.startsWith('/settings')) return <h1>{path}</h1>
  return (
    <SettingsFrame>
      <SettingGroup id="security">
        {['name', 'email', 'sessions', 'password', 'scrolled', 'density'].map((id) => (
          <SettingRow key={id} id={id} label={`Row ${id}`}>
            <p className="h-80">…</p>
          </SettingRow>
        ))}
      </SettingGroup>
    </SettingsFrame>
  )
}

const at = (address: string) => {
  serveReading(oneSource('Settings', 1))
  drawInFrame(<Pages />, { address })
}
const marked = () => document.querySelector('[data-marked]')?.id ?? null
const groups = () => page.getByRole('navigation', { name: 'Sections of the settings' })

async function command(words: string): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox', { name: 'Type a command or a name' }).fill(words)
  await userEvent.keyboard('{Enter}')
}

test('a command leads to the row of a setting and marks it, also on the page that is shown', async () => {
  await page.viewport(1440, 900)
  at('/settings/general')
  await expect
    .element(groups().getByRole('link', { name: 'General' }))
    .toHaveAttribute('aria-current', 'page')
  await command('change password')
  await expect.poll(() => location.pathname + location.hash).toBe('/settings/account#password')
  await expect.poll(marked).toBe('password')
  await expect.element(page.getByRole('heading', { name: 'Row password' })).toBeInViewport()
  // The same once more, after the page was scrolled on.
  page.getByRole('heading', { name: 'Row name' }).element().scrollIntoView()
  await expect.element(page.getByRole('heading', { name: 'Row password' })).not.toBeInViewport()
  await command('change password')
  await expect.element(page.getByRole('heading', { name: 'Row password' })).toBeInViewport()
  await command('your name')
  await command('sessions')
  await expect.poll(marked).toBe('sessions')
})

test('the hints of the commands are the keys of the reader’s own', async () => {
  const options = { ...defaultReadingOptions, keyPreset: 'miniflux' as const }
  serveReading({ ...oneSource('Settings', 1), lists: { lists: {}, options } })
  drawInFrame(<Pages />, { address: '/settings' })
  await expect.element(groups().getByRole('link', { name: 'General' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const option = (name: RegExp) => page.getByRole('option', { name })
  await expect.element(option(/^All articles/)).toHaveTextContent('All articlesgu')
  await expect.element(option(/^Starred/)).toHaveTextContent('Starredgb')
})

test('an address of the time when all settings were one page leads to where they are', async () => {
  at('/settings#security')
  await expect.poll(() => location.pathname + location.hash).toBe('/settings/account#security')
  await expect.poll(marked).toBe('security')
})

test('on a phone the groups are a page, and each leads back to it', async () => {
  await page.viewport(390, 844)
  at('/settings')
  await expect.element(groups().getByRole('link', { name: /^Connections/ })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Row name' })).not.toBeInTheDocument()
  await checkLooks('settings-groups')
  await page.viewport(390, 844)
  await page.getByRole('button', { name: 'Search settings' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Type a command or a name' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await groups()
    .getByRole('link', { name: /^Connections/ })
    .click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible()
  await expect.element(groups()).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect.element(groups().getByRole('link', { name: /^Connections/ })).toBeVisible()
})
