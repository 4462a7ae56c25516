/** Address of the download of all subscriptions as OPML. */
export const opmlExportUrl = '/api/v1/opml'
