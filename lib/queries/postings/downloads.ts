/** Address of the download of all subscriptions as OPML. */
export const opmlExportUrl = '/api/v1/opml'
/** Address of the download of everything of the account. */
export const accountExportUrl = '/api/v1/export'
/** Address of what a run of the policy lab was made from, and the name that it is saved by. */
export function labTrace(id: number): { readonly url: string; readonly file: string } {
  return { url: `/api/v1/admin/lab/${id}/trace`, file: `policy-lab-${id}.json.gz` }
}
/** Address of the points of a run of the policy lab as CSV. */
export function labCsvUrl(id: number): string {
  return `/api/v1/admin/lab/${id}/csv`
}
