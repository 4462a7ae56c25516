'use client'

import { Field } from '#components/ui/form/field.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import type { ListSetting, ListSettingsChange } from '#lib/api/lists/list-settings.ts'
import { useChangeListSettings, useListSettings } from '#lib/queries/postings/list-settings.ts'
import { formatDuration } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { MINUTE_MS } from '#lib/policy/basics/time.ts'
import { freshForMinutes } from '#lib/api/parts/limits.ts'

/** Changes how lists are drawn and read; says so when it was not stored. */
function useChange() {
  const t = useWords('reading')
  const { mutate } = useChangeListSettings()
  return (change: ListSettingsChange) =>
    mutate(change, { onError: (error) => showError(t('notSaved'), error) })
}

/** Layout, order and what is shown of every list that was not set by itself. */
export function ListChoices() {
  const t = useWords('reading')
  const every = useListSettings().lists['*']
  const change = useChange()
  const set = (list: ListSetting) => change({ scope: '*', list })
  const layouts = [
    { value: 'panes', label: t('layoutPanes') },
    { value: 'list', label: t('layoutList') },
    { value: 'expanded', label: t('layoutExpanded') },
    { value: 'cards', label: t('layoutCards') },
  ] as const
  const shows = [
    { value: 'unread', label: t('showUnread') },
    { value: 'all', label: t('showAll') },
  ] as const
  return (
    <div className="flex flex-col items-start gap-3">
      <Segmented
        label={t('layout')}
        value={every?.layout ?? 'panes'}
        options={layouts}
        onChange={(layout) => set({ layout })}
        className="max-lg:grid max-lg:grid-cols-2"
      />
      <OrderChoice value={every?.order ?? 'newest'} onChange={(order) => set({ order })} />
      <Segmented
        label={t('shownPostings')}
        value={every?.show ?? 'unread'}
        options={shows}
        onChange={(show) => set({ show })}
      />
    </div>
  )
}

type Order = NonNullable<ListSetting['order']>
type OrderChoiceProps = { readonly value: Order; readonly onChange: (order: Order) => void }

function OrderChoice({ value, onChange }: OrderChoiceProps) {
  const t = useWords('reading')
  const orders = [
    { value: 'newest', label: t('newestFirst') },
    { value: 'oldest', label: t('oldestFirst') },
    { value: 'published', label: t('publishedFirst') },
    { value: 'weight', label: t('weightFirst') },
    { value: 'source', label: t('bySource') },
  ] as const
  return (
    <Field label={t('order')}>
      <Select
        value={value}
        onChange={({ target }) => {
          const chosen = orders.find((order) => order.value === target.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {orders.map((order) => (
          <option key={order.value} value={order.value}>
            {order.label}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** Whether what is scrolled past counts as read. */
export function ScrollChoice() {
  const t = useWords('reading')
  const { marksOnScroll } = useListSettings().options
  const change = useChange()
  const scrolls = [
    { value: 'off', label: t('scrollKeeps') },
    { value: 'on', label: t('scrollMarks') },
  ] as const
  return (
    <Segmented
      label={t('whenScrolled')}
      value={marksOnScroll ? 'on' : 'off'}
      options={scrolls}
      onChange={(value) => change({ options: { marksOnScroll: value === 'on' } })}
    />
  )
}

/** Up to which age the fresh list shows postings. */
export function FreshChoice() {
  const t = useWords('reading')
  const locale = useLocale()
  const { freshMinutes } = useListSettings().options
  const change = useChange()
  const usual = [15, 30, 60, 120, 360, freshForMinutes.most]
  const minutes = [...new Set([...usual, freshMinutes])].toSorted((a, b) => a - b)
  return (
    <Field label={t('freshAge')}>
      <Select
        value={freshMinutes}
        onChange={({ target }) => {
          const chosen = Math.min(freshForMinutes.most, Math.max(freshForMinutes.least, Number(target.value)))
          change({ options: { freshMinutes: chosen } })
        }}
      >
        {minutes.map((each) => (
          <option key={each} value={each}>
            {formatDuration(each * MINUTE_MS, locale)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
