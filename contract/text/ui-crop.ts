/** Words of choosing and cropping a picture. Source: D-81, D-124. */
export const cropText = {
  choose: 'Upload cover',
  change: 'Change',
  remove: 'Remove',
  cropAgain: 'Crop again',
  title: 'Crop the picture',
  help: 'Drag to move. Pinch or use the slider to zoom.',
  helpFixed: 'Drag to move.',
  area: 'Part of the picture to keep. Move it with the arrow keys.',
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  done: 'Use this picture',
  doneBusy: 'Cropping',
  type: 'Choose a JPG or PNG picture.',
  bytes: (megabytes: number) => `The picture is larger than ${megabytes} MB. Choose a smaller one.`,
  unreadable: 'This picture could not be read. Choose another one.',
  tooSmall: (width: number, height: number, minWidth: number, minHeight: number) =>
    `This picture is ${width} x ${height} px. Choose one of at least ${minWidth} x ${minHeight} px.`,
  tooSmallWarning: (width: number, height: number, minWidth: number, minHeight: number) =>
    `This picture is ${width} x ${height} px and may look soft. Best at ${minWidth} x ${minHeight} px or larger.`,
  bestAt: (width: number, height: number) => `Best at ${width} x ${height} px or larger.`,
} as const;
