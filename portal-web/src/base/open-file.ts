/** Shows a file from the API in a tab that the click already opened. Browsers block tabs that open later. */
export function showFileInTab(file: Blob, tab: Window | null) {
  const address = URL.createObjectURL(file)
  if (tab) tab.location.href = address
  else window.location.assign(address)
  // The tab has loaded the file by then. Without this call, the file would stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
