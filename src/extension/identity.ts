/**
 * The public half of a key whose private half was discarded. It gives unpacked builds in Chromium the same id
 * everywhere.
 */
export const manifestKey =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAmJZ5J3l0FczL/TfDCaJCol0mzOqlcZHT2agCkWIMFaycJX9mYdUQ8zmYNni28zGgkbfBgFY/7hxn' +
  'KT1r0f7PtTnkz3ifTTM0PQZuaWkcVnnNEk3iLXys7kwA6nIRn264CMvIl56/WlTSJwEhts2GsrbS5B7GTOgCL+agGIaf4Uwt1+J84pBwgw3OTfW+mMHChF+A' +
  'WZr49KrHyEU5sLWVv0H/uO3gC5JWxX79bJUt08+c9/J+xaFv5E0x0B3uqZye2GhBh1x/Id2x0fGQg4TtMjSpk4to1dSBFU2wBpgoZI+sr+a+4n90IgZVuGGE' +
  '+MRNDSk5uGPuUeQI2kg01eYtHwIDAQAB';

/** The extension's id in Firefox. */
export const geckoId = 'commonplace@commonplace.invalid';
