import { useQuery } from '@tanstack/react-query'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'
import type { AlertPanel } from '#lib/api/alerts/alerts.ts'

export const alertPanelKey = [...keys.alerts, 'panel']

/** The number of alerts that the event stream told of before the first answer, which alone does not show that they are new. */
export const unsaid = { count: 0 }

/** All that is set about alerts, and how many were not seen. Apart from alerts.ts, as the foot of the sidebar needs it alone. */
export function useAlerts() {
  return useQuery({
    queryKey: alertPanelKey,
    queryFn: ({ signal }) => request<AlertPanel>('GET', '/alerts', { signal }),
  })
}
