import { expect, test } from 'vitest'
import { openPhone } from '../../support/components/finger.ts'
import { drawSource, serveSource } from '../../support/components/source-pages.tsx'

test.each(['en', 'de'] as const)(
  'on a phone (%s) the acts share a line below the way back',
  async (language) => {
    await openPhone()
    serveSource()
    drawSource(language)
    const head = () => document.querySelector('main header')
    await expect.poll(() => head()?.querySelectorAll('nav + div > *').length).toBe(3)
    const boxes = [...(head()?.querySelectorAll('nav + div > *') ?? [])].map((each) =>
      each.getBoundingClientRect(),
    )
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
    for (const { left, right, height } of boxes) {
      expect(left).toBeGreaterThanOrEqual(16)
      expect(right).toBeLessThanOrEqual(374)
      expect(height).toBeGreaterThanOrEqual(44)
    }
    expect(
      [...(head()?.querySelectorAll('nav + div > *') ?? [])].every(
        (each) => each.scrollWidth <= each.clientWidth,
      ),
    ).toBe(true)
    expect(head()?.querySelector('nav span')?.checkVisibility()).toBe(true)
  },
)
