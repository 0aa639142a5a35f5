declare module "virtual:guide" {
  /** A page of the guide: made from a section of a document in docs/. */
  export const sections: readonly { readonly slug: string; readonly title: string; readonly html: string }[];
}

declare module "subset-font" {
  export default function subset(
    face: Uint8Array,
    letters: string,
    options: { readonly targetFormat: "woff2"; readonly keepFeatures: readonly string[]; readonly variationAxes?: object },
  ): Promise<Uint8Array>;
}

declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  export default function SwaggerUI(options: Readonly<Record<string, unknown>>): void;
}
