CREATE TABLE "product_images" (
	"hash" text NOT NULL,
	"width" integer NOT NULL,
	"format" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"unused_since" timestamp with time zone,
	CONSTRAINT "product_images_hash_width_format_pk" PRIMARY KEY("hash","width","format")
);
