/** Named by a request for the reading page as a device keeps it, to be opened at any address: it holds nothing drawn. */
export const shellHeader = 'x-skylark-shell'
