/** Address of the download of all subscriptions as OPML. */
export const opmlExportUrl = '/api/v1/opml'
/** Address of the download of everything of the account. */
export const accountExportUrl = '/api/v1/export'
