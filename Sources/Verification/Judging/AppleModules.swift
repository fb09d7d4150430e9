/// The modules that examples of articles import, and that are on Apple's systems only.
enum AppleModules {
  static let names: Set = [
    "ARKit", "AVFoundation", "AVKit", "Accelerate", "ActivityKit", "AppIntents", "AppKit", "ApplicationServices",
    "AudioToolbox", "AuthenticationServices", "Charts", "CloudKit", "Cocoa", "Combine", "Contacts", "CoreAudio",
    "CoreBluetooth", "CoreData", "CoreGraphics", "CoreImage", "CoreLocation", "CoreML", "CoreMotion", "CoreServices",
    "CoreSpotlight", "CoreText", "CoreVideo", "CryptoKit", "Darwin", "EventKit", "GameKit", "GameplayKit", "HealthKit",
    "IOKit", "ImageIO", "LocalAuthentication", "MapKit", "MessageUI", "Metal", "MetalKit", "NaturalLanguage", "Network",
    "OSLog", "ObjectiveC", "PDFKit", "Photos", "PhotosUI", "PlaygroundSupport", "QuartzCore", "RealityKit",
    "SafariServices", "SceneKit", "Security", "Speech", "SpriteKit", "StoreKit", "SwiftData", "SwiftUI", "TipKit",
    "UIKit",
    "UniformTypeIdentifiers", "UserNotifications", "Vision", "WatchKit", "WebKit", "WidgetKit", "os", "simd",
  ]
}
