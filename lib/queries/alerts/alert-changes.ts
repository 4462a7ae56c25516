import { useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  AlertChange,
  AlertSettingsChange,
  AlertItem,
  AlertPanel,
  AlertSettings,
} from '#lib/api/alerts/alerts.ts'
import { alertPanelKey } from './alert-panel.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

/** Switches an alert on or off. */
export function useSwitchAlert() {
  return usePanelChange({
    patch: (panel, { id, isOn }: { readonly id: number; readonly isOn: boolean }) =>
      withAlert(panel, id, (alert) => ({ ...alert, isOn })),
    send: ({ id, isOn }) => changeAlert(id, { isOn }),
    take: withAnswer,
  })
}

type ChannelTick = { readonly id: number; readonly channelId: number; readonly isChosen: boolean }

/** Adds a channel to those of an alert, or takes it away; the others are as they were chosen before. */
export function useTickChannel() {
  return usePanelChange({
    patch: (panel, { id, channelId, isChosen }: ChannelTick) =>
      withAlert(panel, id, ({ channelIds, ...alert }) => ({
        ...alert,
        channelIds: ticked(channelIds, channelId, isChosen),
      })),
    send: ({ id }, panel) => {
      const alert = panel?.alerts.find((each) => each.id === id)
      if (alert === undefined) throw new Error(`No alert ${id} is shown.`)
      return changeAlert(id, { channelIds: [...alert.channelIds] })
    },
    take: withAnswer,
  })
}

/** The ids with one more, or without it. */
export function ticked(ids: readonly number[], id: number, isChosen: boolean): number[] {
  if (!isChosen) return ids.filter((each) => each !== id)
  return ids.includes(id) ? [...ids] : [...ids, id]
}

/** Changes when and how often channels tell. */
export function useChangeAlertSettings() {
  return usePanelChange({
    patch: ({ settings, ...panel }, change: AlertSettingsChange) => {
      const given = Object.entries(change).filter(([, value]) => value !== undefined)
      return { ...panel, settings: { ...settings, ...Object.fromEntries(given) } }
    },
    send: (change) => request<AlertSettings>('PATCH', '/alerts/settings', { body: change }),
    take: (panel, settings: AlertSettings) => ({ ...panel, settings }),
  })
}

type Patch<Change> = (panel: AlertPanel, change: Change) => AlertPanel

/**
 * A change of what stands in the panel: shown at once, asked for anew on refusal. Sent one after the other, each on what the
 * one before was answered (`take`): of two ticks both stay, and of two of the same box the later.
 */
function usePanelChange<Change, Result>(wanted: {
  readonly patch: Patch<Change>
  readonly send: (change: Change, panel: AlertPanel | undefined) => Promise<Result>
  readonly take: Patch<Result>
}) {
  const { patch, send, take } = wanted
  const client = useQueryClient()
  const panel = () => client.getQueryData<AlertPanel>(alertPanelKey)
  const waiting = () => client.getMutationCache().findAll({ mutationKey: alertPanelKey, status: 'pending' })
  const write = (next: (panel: AlertPanel) => AlertPanel) =>
    client.setQueryData<AlertPanel>(alertPanelKey, (before) => before && next(before))
  return useMutation({
    mutationKey: alertPanelKey,
    scope: { id: 'alert-panel' },
    meta: { patch },
    mutationFn: (change: Change) => {
      const shown = panel()
      return send(change, shown && patch(shown, change))
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: alertPanelKey })
      write((shown) => patch(shown, change))
    },
    onSuccess: (result) =>
      void write((shown) =>
        waiting().reduce(
          (next, { meta, state }) => (meta?.['patch'] as Patch<unknown>)(next, state.variables),
          take(shown, result),
        ),
      ),
    // While another change waits, what the server says now would flicker back over it.
    onSettled: (_result, error) =>
      error !== null || waiting().length === 1
        ? client.invalidateQueries({ queryKey: keys.alerts })
        : undefined,
  })
}

function changeAlert(id: number, change: AlertChange): Promise<AlertItem> {
  return request<AlertItem>('PATCH', `/alerts/${id}`, { body: change })
}

function withAlert(panel: AlertPanel, id: number, change: (alert: AlertItem) => AlertItem): AlertPanel {
  return { ...panel, alerts: panel.alerts.map((alert) => (alert.id === id ? change(alert) : alert)) }
}

function withAnswer(panel: AlertPanel, { id, isOn, channelIds }: AlertItem): AlertPanel {
  return withAlert(panel, id, (alert) => ({ ...alert, isOn, channelIds }))
}
