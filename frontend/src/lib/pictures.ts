const maxSide = 1600;
/** The server's limit is a little more. */
const maxBytes = 1_150_000;
const qualities = [0.8, 0.7, 0.55, 0.4];

/** A photograph of the camera as a JPEG of at most 1600 pixels, upright. Throws for what is no picture. */
export async function shrink(file: Blob): Promise<Blob> {
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    const scale = Math.min(1, maxSide / Math.max(image.width, image.height));
    for (const quality of qualities) {
      const blob = await draw(image, scale, quality);
      if (blob.size <= maxBytes) return blob;
    }
    return await draw(image, scale / 2, 0.6);
  } finally {
    image.close();
  }
}

/** The beginning of an address with the picture in it, small: pages may show no other kind of local picture. */
export async function thumbnail(picture: Blob): Promise<string> {
  const image = await createImageBitmap(picture);
  try {
    return await asDataUrl(await draw(image, Math.min(1, 240 / Math.max(image.width, image.height)), 0.7));
  } finally {
    image.close();
  }
}

export async function asBase64(blob: Blob): Promise<string> {
  const url = await asDataUrl(blob);
  return url.slice(url.indexOf(",") + 1);
}

function asDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

async function draw(image: ImageBitmap, scale: number, quality: number): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws no pictures.");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture was not made."))),
      "image/jpeg",
      quality,
    );
  });
}
